// SPDX-License-Identifier: MIT

/// A value as lines of text, one for each part that has no parts: `profile.name: "otter"`.
///
/// Each line names its part from the root on: two dumps can be compared line by line.
package struct ValueDump {
  /// The values that are written with their descriptions, and not with their parts.
  package struct Detail: Sendable {
    fileprivate let isDescribed: @Sendable (Any) -> Bool

    /// All values that have a description, for a log.
    package static let summaries = Detail { _ in true }
    /// All values that have a description, unless it is a summary.
    package static let values = Detail { !($0 is any Summarized) }
    /// Only values without parts: a description can omit some.
    package static let parts = Detail { _ in false }
  }

  private var lines: [String] = []
  private let detail: Detail
  /// The depth from which parts are written in one line.
  private static let depthLimit = 32

  /// Returns the lines of `value`, with dictionaries and sets sorted by the text of their elements.
  ///
  /// The lines name the parts from `path` on. O(size of the value).
  package static func lines(
    of value: Any, _ detail: Detail = .values, at path: String = ""
  ) -> [String] {
    var dump = ValueDump(detail: detail)
    dump.add(value, at: path, depth: 0)
    return dump.lines
  }

  private mutating func add(_ value: Any, at path: String, depth: Int) {
    let mirror = Mirror(reflecting: value)
    if let text = ValueDump.text(of: value, mirror),
      detail.isDescribed(value) || mirror.children.isEmpty
    {
      return add(text, at: path)
    }
    guard depth < ValueDump.depthLimit else { return add("\(value)", at: path) }
    switch mirror.displayStyle {
    case .optional:
      guard let child = mirror.children.first else { return add("nil", at: path) }
      add(child.value, at: path, depth: depth + 1)
    case .collection:
      if mirror.children.isEmpty { return add("[]", at: path) }
      for (index, child) in mirror.children.enumerated() {
        add(child.value, at: "\(path)[\(child.label ?? "\(index)")]", depth: depth + 1)
      }
    case .dictionary:
      addDictionary(mirror, at: path, depth: depth)
    case .set:
      let elements = sorted(mirror.children.map { (ValueDump.line(of: $0.value), $0.value) })
      add("[\(elements.map(\.key).joined(separator: ", "))]", at: path)
    case .enum:
      guard let child = mirror.children.first else { return add(".\(value)", at: path) }
      add(child.value, at: path + ".\(child.label ?? "?")", depth: depth + 1)
    case .class:
      // An object isn't part of a comparable state and can contain a cycle.
      add("\(type(of: value))", at: path)
    default:
      if mirror.children.isEmpty { return add("\(value)", at: path) }
      for child in mirror.children {
        // The parts of a tuple are labeled `.0` and so on.
        let label = (child.label ?? "?").drop { $0 == "." }
        add(child.value, at: path.isEmpty ? "\(label)" : "\(path).\(label)", depth: depth + 1)
      }
    }
  }

  private mutating func addDictionary(_ mirror: Mirror, at path: String, depth: Int) {
    if mirror.children.isEmpty { return add("[:]", at: path) }
    let pairs = mirror.children.map { child in
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      return (key: pair.first.map(ValueDump.line) ?? "?", value: pair.last ?? child.value)
    }
    for pair in sorted(pairs) {
      add(pair.value, at: "\(path)[\(pair.key)]", depth: depth + 1)
    }
  }

  /// `dynamic`: the optimizer would compile a sort for the pairs.
  private dynamic func sorted<Value>(
    _ pairs: [(key: String, value: Value)]
  ) -> [(key: String, value: Value)] {
    pairs.sorted { $0.key < $1.key }
  }

  private mutating func add(_ text: String, at path: String) {
    lines.append((path.isEmpty ? text : "\(path): \(text)").escapingControls)
  }

  /// Returns the description of a value that has no parts or has its own description.
  private static func text(of value: Any, _ mirror: Mirror) -> String? {
    switch (value, mirror.displayStyle) {
    case (let value as String, _): value.debugDescription
    case (let value as Substring, _): value.debugDescription
    case (let value as Character, _): value.debugDescription
    case (_, .collection), (_, .dictionary), (_, .set), (_, .optional): nil
    case (let value as any CustomStringConvertible, _) where !isOutOfRange(mirror):
      // In one line, so that it isn't mistaken for several parts.
      value.description.split(whereSeparator: \.isNewline).joined(separator: "⏎")
    default: nil
    }
  }

  /// Returns whether a value is a number that the calendar doesn't reach, for which
  /// `Date.description` ends the program outside of Apple platforms.
  private static func isOutOfRange(_ mirror: Mirror) -> Bool {
    guard mirror.children.count == 1, let number = mirror.children.first?.value as? Double
    else { return false }
    return !(abs(number) < 1e12)
  }

  /// Returns `value` in one line, with the parts of a value with several in parentheses.
  package static func line(of value: Any) -> String {
    let lines = lines(of: value)
    return lines.count == 1 ? lines[0] : "(\(lines.joined(separator: ", ")))"
  }
}

/// A value whose own mirror shows all that its `==` compares, so that a test can compare its parts.
package protocol PartlyCompared {}

/// A value with a summary as its description, for logs: a failing test shows its parts instead.
package protocol Summarized {}

/// A value that has an expression of its own in the source of a test.
package protocol WrittenInSwift {
  var swiftSource: String { get }
}
