// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

/// What a row of a list shows of an action, such as `Accounts · loginTapped`.
///
/// The page of a session shows the same.
struct ActionSummary {
  /// What the type is called: `Accounts` for `App.AccountsFeature.Action`.
  let feature: String
  /// The case of the action, or an empty text if it isn't a case of an enum.
  let name: String
  /// What belongs to the case, in the notation of Swift: `(id: 7)`.
  let content: String
  /// Whom of many the action is for, such as `rows[7]`, or an empty text.
  let address: String

  /// Reads an action, of whose content it keeps about a number of characters.
  init(_ action: RecordedAction, limit: Int = 400) {
    feature = Self.feature(action.typeName)
    address = action.address.map(Self.shortAddress) ?? ""
    if action.isHidden {
      (name, content) = ("", " hidden")
    } else if let payload = action.payload {
      (name, content) = JSONText(payload).caseAndContent(limit: limit)
    } else {
      let text = action.text ?? ""
      let match = text.prefixMatch(of: /([\p{L}_][\p{L}\p{N}_]*)($|\()/)
      let isCase = match.map { !".\(action.typeName)".hasSuffix(".\($0.1)") } ?? false
      let end = match.map(\.1.endIndex) ?? text.startIndex
      (name, content) = isCase ? (String(text[..<end]), String(text[end...])) : ("", " \(text)")
    }
  }

  var text: String {
    let parts = [name.isEmpty ? feature : "\(feature) ·", address, name].filter { !$0.isEmpty }
    return parts.joined(separator: " ") + content
  }

  /// Returns a type's name without what all actions have in common.
  static func feature(_ type: String) -> String {
    var parts = type.prefix { $0 != "<" }.split(separator: ".").filter { !$0.hasPrefix("(") }
    if parts.count > 1, let last = parts.last, last.wholeMatch(of: /(Action|Event)s?/) != nil {
      parts.removeLast()
    }
    if parts.count > 1 { parts.removeFirst() }
    if let last = parts.popLast() {
      let end = last.firstMatch(of: /.(Feature|Reducer|Action)$/)?.1.startIndex
      parts.append(last[..<(end ?? last.endIndex)])
    }
    return parts.isEmpty ? type : parts.joined(separator: ".")
  }

  /// Returns an address without the root, and without steps before the first of many.
  private static func shortAddress(_ address: String) -> String {
    let steps = address.replacing(/^\\[^.\[]*\.?/, with: "")
    return String(steps.replacing(/^([^.\[\]]+\.)+(?=[^.\[\]]+\[)/, with: ""))
  }
}

extension RecordedAction {
  /// Returns the time, the number, the summary and the place, in a line of a terminal.
  ///
  /// The place is left out if there are few columns.
  func line(columns: Int) -> String {
    let start = "\(padded(seconds(time), 9))  \(padded("\(number)", 5))  "
    let place = columns < 100 ? "" : "  \(file.split(separator: "/").last ?? ""):\(line)"
    let room = max(columns - start.count - printable(place).count, 10)
    var text = printable(ActionSummary(self, limit: columns).text)
    if text.count > room { text = text.prefix(room - 1) + "…" }
    let space = place.isEmpty ? "" : String(repeating: " ", count: room - text.count)
    return start + text + space + printable(place)
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}

/// Returns the columns of the terminal, or 200 if the output goes elsewhere.
func terminalColumns() -> Int {
  var size = winsize()
  guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 200 }
  return Int(size.ws_col)
}

/// JSON of a recording, which is shown in the notation of Swift.
private struct JSONText {
  private indirect enum Node {
    case leaf(Substring)
    case array([Node])
    case object([(key: Substring, value: Node)])

    var isLeaf: Bool { if case .leaf = self { true } else { false } }
  }

  private let root: Node

  /// Reads JSON that the library has written.
  init(_ text: String) {
    var position = text.startIndex
    root = Self.node(in: text, &position)
  }

  /// Returns the case of an enum, and what belongs to it.
  func caseAndContent(limit: Int) -> (name: String, content: String) {
    guard case .object(let members) = root, members.count == 1, case .object = members[0].value
    else { return ("", " " + shortened(root, limit)) }
    let text = shortened(root, limit)
    let name = members[0].key
    return (String(name), String(text.dropFirst(name.count)))
  }

  private func shortened(_ node: Node, _ limit: Int) -> String {
    var text = ""
    write(node, to: &text, limit: limit)
    return text
  }

  private func write(_ node: Node, to text: inout String, limit: Int) {
    guard text.utf8.count < limit else { return text.append("…") }
    switch node {
    case .leaf(let leaf): text += leaf.prefix(limit)
    case .array(let elements):
      if elements.count > 3, let first = elements.first, !first.isLeaf {
        // What the elements have is worth more than the beginning of the first one.
        var keys: [Substring] = []
        if case .object(let members) = first { keys = members.map(\.key) }
        let names = keys.prefix(6).joined(separator: ", ") + (keys.count > 6 ? ", …" : "")
        text += "[\(elements.count) × {\(names)}]"
      } else {
        write(elements.map { ("", $0) }, "[", "]", to: &text, limit: limit)
      }
    case .object(let members):
      if members.count == 1, case .object(let values) = members[0].value {
        text += members[0].key
        if !values.isEmpty { write(values, "(", ")", to: &text, limit: limit) }
      } else {
        write(members, "{", "}", to: &text, limit: limit)
      }
    }
  }

  private func write(
    _ members: [(key: Substring, value: Node)], _ open: String, _ close: String,
    to text: inout String, limit: Int
  ) {
    text += open
    for (index, member) in members.enumerated() {
      guard text.utf8.count < limit else { return text.append("…") }
      if index > 0 { text += ", " }
      let isLabeled = !member.key.isEmpty && member.key.wholeMatch(of: /_\d+/) == nil
      if isLabeled { text += "\(member.key): " }
      write(member.value, to: &text, limit: limit)
    }
    text += close
  }

  private static func node(in text: String, _ position: inout String.Index) -> Node {
    let start = position
    let bytes = text.utf8
    func string() -> Substring {
      let start = position
      bytes.formIndex(after: &position)
      while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
        if bytes[position] == UInt8(ascii: "\\") { bytes.formIndex(after: &position) }
        if position < bytes.endIndex { bytes.formIndex(after: &position) }
      }
      if position < bytes.endIndex { bytes.formIndex(after: &position) }
      return text[start..<position]
    }
    /// Reads the members of a container, up to its end.
    func members(_ end: UInt8, _ body: () -> Void) {
      bytes.formIndex(after: &position)
      while position < bytes.endIndex, bytes[position] != end {
        body()
        if position < bytes.endIndex, bytes[position] == UInt8(ascii: ",") {
          bytes.formIndex(after: &position)
        }
      }
      if position < bytes.endIndex { bytes.formIndex(after: &position) }
    }
    switch position < bytes.endIndex ? bytes[position] : 0 {
    case UInt8(ascii: "{"):
      var object: [(key: Substring, value: Node)] = []
      members(UInt8(ascii: "}")) {
        let key = string().dropFirst().dropLast()
        if position < bytes.endIndex { bytes.formIndex(after: &position) }
        object.append((key, node(in: text, &position)))
      }
      return .object(object)
    case UInt8(ascii: "["):
      var array: [Node] = []
      members(UInt8(ascii: "]")) { array.append(node(in: text, &position)) }
      return .array(array)
    case UInt8(ascii: "\""): return .leaf(string())
    default:
      let end = bytes[start...].firstIndex { ",]}".utf8.contains($0) } ?? bytes.endIndex
      position = end
      // What isn't JSON must not be read forever.
      if end == start, end < bytes.endIndex { bytes.formIndex(after: &position) }
      return .leaf(text[start..<position])
    }
  }
}
