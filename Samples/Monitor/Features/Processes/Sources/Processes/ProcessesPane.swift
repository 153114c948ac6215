// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// A view that shows the visible part of the list as lines of text, when that has changed.
public final class ProcessesPane: ViewComponent {
  /// The content of the list.
  public struct Props: Equatable, Sendable {
    /// The rows, in order.
    public var rows: [Process] = []
    /// The number of processes, including hidden ones.
    public var total = 0
    /// The sort order of the rows.
    public var order = Order()
    /// The text that the rows contain.
    public var pattern = ""
    /// Whether the pattern is being typed.
    public var isTyping = false
    /// The process that is selected.
    public var selection: Process.ID?
  }

  /// Owns the connection.
  public let disposer = Disposer()
  /// The content that is shown, set by the connection.
  public var props = Props() { didSet { draw() } }

  /// The number of lines to show, unlimited by default.
  public var height = Int.max {
    didSet { if height != oldValue { draw() } }
  }

  private let show: ([ProcessesFeature.Line]) -> Void
  /// The index of the first visible row.
  private var top = 0

  init(show: @escaping ([ProcessesFeature.Line]) -> Void) { self.show = show }

  private func draw() {
    let table = Table(props: props)
    let room = max(0, height - table.head.count)
    top = table.top(room: room, before: top)
    let bottom = top + min(room, props.rows.count - top)
    show(Array((table.head + table.rows(top..<bottom)).prefix(height)))
  }
}

extension ProcessesPane.Props {
  /// Returns a store of the props, whose rows aren't sorted again when the selection moves.
  static func derived(from store: Store<ProcessesFeature.State>) -> Store<ProcessesPane.Props> {
    let rows = store.derive(\.processes, \.order, \.pattern) { processes, order, pattern in
      order.rows(of: processes, matching: pattern)
    }
    return store.derive(
      from: rows, store.scope { $0.processes.count }, store.scope(\.order), store.scope(\.pattern),
      store.scope { $0.draft != nil }, store.scope(\.selection)
    ) { rows, total, order, pattern, isTyping, selection in
      ProcessesPane.Props(
        rows: rows, total: total, order: order, pattern: pattern, isTyping: isTyping,
        selection: selection)
    }
  }
}

extension ProcessesFeature {
  /// A line of text and its role, from which the app derives its style.
  ///
  /// The text contains names of processes unchanged. It can be too long, and isn't safe to send to
  /// a terminal.
  public struct Line: Equatable, Sendable {
    /// The role of a line.
    public enum Role: Sendable {
      case title, header, row
      /// A process that uses more than half of a core.
      case busyRow
      case selectedRow
    }

    /// The text of the line.
    public var text: String
    /// The role of the line.
    public var role: Role

    init(_ text: String, _ role: Role) {
      self.text = text
      self.role = role
    }
  }
}

/// The list in columns, of which the name is the last because its width varies.
struct Table {
  typealias Line = ProcessesFeature.Line

  let props: ProcessesPane.Props

  var head: [Line] { [Line(title, .title), Line(header, .header)] }

  func rows(_ range: Range<Int>) -> [Line] {
    props.rows[range].map { process in
      let role: Line.Role =
        process.id == props.selection
        ? .selectedRow : process.processorShare > 0.5 ? .busyRow : .row
      return Line(text(of: process), role)
    }
  }

  /// Returns the index of the first visible row, which follows the selection and the rows only.
  func top(room: Int, before: Int) -> Int {
    let last = max(0, props.rows.count - max(1, room))
    guard let selected = props.rows.firstIndex(where: { $0.id == props.selection }) else {
      return props.selection == nil ? 0 : min(before, last)
    }
    let lowest = room == .max ? 0 : max(0, selected - max(1, room) + 1)
    return min(max(min(before, last), lowest), selected)
  }

  private var title: String {
    let count = props.pattern.isEmpty ? "\(props.total)" : "\(props.rows.count) of \(props.total)"
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
      "\(process.id.number)", process.user, decimal(process.processorShare * 100),
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

  private func decimal(_ number: Double) -> String {
    (0..<1e8).contains(number) ? String(format: "%.1f", number) : "-"
  }

  /// Returns bytes in the unit that needs the fewest digits before the point.
  private func size(_ bytes: UInt64) -> String {
    if bytes < 1024 { return "\(bytes)" }
    var value = Double(bytes)
    var units = "KMGTPE".makeIterator()
    var unit: Character = "B"
    while value >= 999.95, let next = units.next() {
      value /= 1024
      unit = next
    }
    return "\(decimal(value))\(unit)"
  }
}
