// SPDX-License-Identifier: MIT

extension ProcessesFeature {
  /// A line of text, and what it is: how that looks is for whoever draws it.
  ///
  /// The text contains names of processes as they are. It may be too long, and is not safe to be sent to
  /// a terminal.
  public struct Line: Equatable, Sendable {
    /// What a line is.
    public enum Role: Sendable {
      /// It says what is shown.
      case title
      /// It names the columns.
      case header
      /// A process.
      case row
      /// A process that keeps a core busy for more than half of the time.
      case busyRow
      /// The process that is selected.
      case selectedRow
    }

    /// What it says.
    public var text: String
    /// What it is.
    public var role: Role

    /// A line.
    public init(_ text: String, _ role: Role) {
      self.text = text
      self.role = role
    }
  }
}

/// The list in columns. The name is the last, so that a name of any width moves nothing else.
struct Table {
  typealias Line = ProcessesFeature.Line

  let props: ProcessesPane.Props

  /// The lines above the rows.
  var head: [Line] { [Line(title, .title), Line(header, .header)] }

  /// The rows of a range.
  func rows(_ range: Range<Int>) -> [Line] {
    props.rows[range].map { process in
      let role: Line.Role =
        process.id == props.selection
        ? .selectedRow : process.processorShare > 0.5 ? .busyRow : .row
      return Line(text(of: process), role)
    }
  }

  /// The first row to show: that of before, unless the selection is elsewhere or rows have gone.
  func top(room: Int, before: Int) -> Int {
    let last = max(0, props.rows.count - max(1, room))
    guard let selected = props.rows.firstIndex(where: { $0.id == props.selection }) else {
      return props.selection == nil ? 0 : min(before, last)
    }
    let lowest = room == .max ? 0 : max(0, selected - max(1, room) + 1)
    return min(max(min(before, last), lowest), selected)
  }

  private var title: String {
    let count =
      props.pattern.isEmpty ? "\(props.total)" : "\(props.rows.count) of \(props.total)"
    if props.isTyping { return "Processes  \(count)  filter: \(props.pattern)_" }
    return "Processes  \(count)" + (props.pattern.isEmpty ? "" : "  filter: \(props.pattern)")
  }

  private var header: String {
    join(
      name(of: .number, "PID"), name(of: .user, "USER"), name(of: .processor, "CPU%"),
      name(of: .memory, "MEMORY"), name(of: .name, "NAME"))
  }

  private func name(of column: Order.Column, _ name: String) -> String {
    guard column == props.order.column else { return name }
    return name + (props.order.isDescending ? "↓" : "↑")
  }

  private func text(of process: Process) -> String {
    join(
      "\(process.id.number)", process.user, decimal(process.processorShare * 1000),
      size(process.memory), process.name)
  }

  private func join(
    _ number: String, _ user: String, _ processor: String, _ memory: String, _ name: String
  ) -> String {
    right(number, 7) + " " + left(user, 9) + " " + right(processor, 6) + " " + right(memory, 8)
      + "  " + name
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func left(_ text: String, _ width: Int) -> String {
    if text.count > width { return text.prefix(width - 1) + "+" }
    return text + String(repeating: " ", count: width - text.count)
  }

  /// Tenths as a number with one decimal.
  private func decimal(_ tenths: Double) -> String {
    guard tenths.isFinite, tenths >= 0, tenths < 1e9 else { return "-" }
    let tenths = Int(tenths.rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Bytes in the unit in which there are fewest digits before the point.
  private func size(_ bytes: UInt64) -> String {
    if bytes < 1024 { return "\(bytes)" }
    var value = Double(bytes)
    var units = "KMGTPE".makeIterator()
    var unit: Character = "B"
    while value >= 999.95, let next = units.next() {
      value /= 1024
      unit = next
    }
    return "\(decimal(value * 10))\(unit)"
  }
}
