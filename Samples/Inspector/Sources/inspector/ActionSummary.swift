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
      let json = JSONPart(payload.utf8)
      let text = SwiftNotation(of: json, limit: limit).text
      let parts = json.parts
      let isCase = json.kind == .object && parts.count == 1 && parts[0].value.kind == .object
      name = isCase ? parts[0].key : ""
      content = isCase ? String(text.dropFirst(name.count)) : " \(text)"
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

private struct SwiftNotation {
  private(set) var text = ""
  private let limit: Int

  init(of json: JSONPart, limit: Int) {
    self.limit = limit
    write(json)
  }

  private mutating func write(_ json: JSONPart) {
    guard text.utf8.count < limit else { return text.append("…") }
    let parts = json.parts
    switch json.kind {
    case .value: text += json.text.prefix(limit)
    case .array where parts.count > 3 && parts[0].value.kind != .value:
      // What the elements have is worth more than the beginning of the first one.
      let first = parts[0].value
      let keys = first.kind == .object ? first.parts.map(\.key) : []
      let names = keys.prefix(6).joined(separator: ", ") + (keys.count > 6 ? ", …" : "")
      text += "[\(parts.count) × {\(names)}]"
    case .array: write(parts, "[", "]")
    case .object where parts.count == 1 && parts[0].value.kind == .object:
      text += parts[0].key
      let values = parts[0].value.parts
      if !values.isEmpty { write(values, "(", ")") }
    case .object: write(parts, "{", "}")
    }
  }

  private mutating func write(
    _ parts: [(key: String, value: JSONPart)], _ open: String, _ close: String
  ) {
    text += open
    for (index, part) in parts.enumerated() {
      guard text.utf8.count < limit else { return text.append("…") }
      if index > 0 { text += ", " }
      let isLabeled = !part.key.isEmpty && part.key.wholeMatch(of: /_\d+/) == nil
      if isLabeled { text += "\(part.key): " }
      write(part.value)
    }
    text += close
  }
}
