// SPDX-License-Identifier: MIT

/// A value as lines of text, one for each part that has no parts: `profile.name: "otter"`.
///
/// Each line names its part from the root on, so that a line makes sense alone, and two outlines can be
/// compared line by line. For logs and for messages of tests.
package struct Outline {
  private var lines: [String] = []
  /// Whether what a value says of itself is believed.
  private var isTrusting = true
  /// Deeper parts are written in one line.
  private static let depthLimit = 32

  /// The lines of `value`. Dictionaries and sets come in the order of their elements' text. O(size of the
  /// value).
  ///
  /// - Parameter isExact: Whether to look into values that have words of their own, which may leave something
  ///   out.
  package static func lines(of value: Any, isExact: Bool = false) -> [String] {
    var outline = Outline()
    outline.isTrusting = !isExact
    outline.add(value, at: "", depth: 0)
    return outline.lines
  }

  private mutating func add(_ value: Any, at path: String, depth: Int) {
    let mirror = Mirror(reflecting: value)
    if let text = Outline.text(of: value, mirror.displayStyle),
      isTrusting || mirror.children.isEmpty
    {
      return add(text, at: path)
    }
    guard depth < Outline.depthLimit else { return add("\(value)", at: path) }
    switch mirror.displayStyle {
    case .optional:
      guard let child = mirror.children.first else { return add("nil", at: path) }
      add(child.value, at: path, depth: depth + 1)
    case .collection:
      if mirror.children.isEmpty { return add("[]", at: path) }
      for (index, child) in mirror.children.enumerated() {
        add(child.value, at: "\(path)[\(index)]", depth: depth + 1)
      }
    case .dictionary:
      addDictionary(mirror, at: path, depth: depth)
    case .set:
      let elements = mirror.children.map { Outline.line(of: $0.value) }.sorted()
      add("[\(elements.joined(separator: ", "))]", at: path)
    case .enum:
      guard let child = mirror.children.first else { return add(".\(value)", at: path) }
      add(child.value, at: path + ".\(child.label ?? "?")", depth: depth + 1)
    case .class:
      // An object is not part of a state that can be compared, and may lead back to itself.
      add("\(type(of: value))", at: path)
    default:
      if mirror.children.isEmpty { return add("\(value)", at: path) }
      for child in mirror.children {
        // The parts of a tuple are labelled `.0` and so on.
        let label = (child.label ?? "?").drop { $0 == "." }
        add(child.value, at: path.isEmpty ? "\(label)" : "\(path).\(label)", depth: depth + 1)
      }
    }
  }

  private mutating func addDictionary(_ mirror: Mirror, at path: String, depth: Int) {
    if mirror.children.isEmpty { return add("[:]", at: path) }
    let pairs = mirror.children.map { child in
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      return (key: pair.first.map(Outline.line) ?? "?", value: pair.last ?? child.value)
    }
    for pair in pairs.sorted(by: { $0.key < $1.key }) {
      add(pair.value, at: "\(path)[\(pair.key)]", depth: depth + 1)
    }
  }

  private mutating func add(_ text: String, at path: String) {
    lines.append(path.isEmpty ? text : "\(path): \(text)")
  }

  /// What a value says of itself, if it is one without parts or with words of its own.
  private static func text(of value: Any, _ style: Mirror.DisplayStyle?) -> String? {
    switch (value, style) {
    case (let value as String, _): value.debugDescription
    case (let value as Substring, _): value.debugDescription
    case (let value as Character, _): value.debugDescription
    case (_, .collection), (_, .dictionary), (_, .set), (_, .optional): nil
    case (let value as any CustomStringConvertible, _):
      // One line, whatever it says: else it could pass for several parts.
      value.description.split(whereSeparator: \.isNewline).joined(separator: "⏎")
    default: nil
    }
  }

  /// A value in one line.
  private static func line(of value: Any) -> String {
    let lines = lines(of: value)
    return lines.count == 1 ? lines[0] : "(\(lines.joined(separator: ", ")))"
  }
}
