// SPDX-License-Identifier: MIT

/// Values as Swift expressions, for tests to paste.
package enum SwiftSource {
  /// Returns an expression for a value, or `nil` if a part of it can't be written.
  ///
  /// Structures are written with their memberwise initializers, which may not exist. Sets and
  /// dictionaries are sorted by the text of their elements.
  package static func expression(for value: Any) -> String? {
    expression(for: value, depth: 0)
  }

  private static let depthLimit = 32

  private static func expression(for value: Any, depth: Int) -> String? {
    guard depth < depthLimit else { return nil }
    switch value {
    case let value as String: return value.debugDescription
    case let value as Substring: return value.debugDescription
    case let value as Character: return "Character(\(value.debugDescription))"
    case let value as Bool: return "\(value)"
    case let value as any BinaryInteger: return "\(value)"
    case let value as Double:
      return floatingPoint(value.isFinite, "\(value)", value.isNaN, value < 0)
    case let value as Float:
      return floatingPoint(value.isFinite, "\(value)", value.isNaN, value < 0)
    case let value as Duration:
      let (seconds, attoseconds) = value.components
      return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
    default: return parts(of: value, depth: depth + 1)
    }
  }

  private static func floatingPoint(
    _ isFinite: Bool, _ text: String, _ isNaN: Bool, _ isNegative: Bool
  ) -> String {
    isFinite ? text : isNaN ? ".nan" : isNegative ? "-.infinity" : ".infinity"
  }

  private static func parts(of value: Any, depth: Int) -> String? {
    let mirror = Mirror(reflecting: value)
    func elements() -> [String]? {
      let texts = mirror.children.compactMap { expression(for: $0.value, depth: depth) }
      return texts.count == mirror.children.count ? texts : nil
    }
    switch mirror.displayStyle {
    case .optional:
      guard let child = mirror.children.first else { return "nil" }
      return expression(for: child.value, depth: depth)
    case .collection: return elements().map { "[\($0.joined(separator: ", "))]" }
    case .set: return elements().map { "[\($0.sorted().joined(separator: ", "))]" }
    case .dictionary:
      if mirror.children.isEmpty { return "[:]" }
      let pairs = mirror.children.compactMap { child -> String? in
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        guard pair.count == 2, let key = expression(for: pair[0], depth: depth),
          let value = expression(for: pair[1], depth: depth)
        else { return nil }
        return "\(key): \(value)"
      }
      guard pairs.count == mirror.children.count else { return nil }
      return "[\(pairs.sorted().joined(separator: ", "))]"
    case .enum: return enumCase(value, mirror, depth: depth)
    case .struct:
      return arguments(mirror, depth: depth).map {
        "\(TypeName.withoutModule(type(of: value)))(\($0))"
      }
    case .tuple: return arguments(mirror, depth: depth).map { "(\($0))" }
    default: return nil
    }
  }

  private static func enumCase(_ value: Any, _ mirror: Mirror, depth: Int) -> String? {
    let type = TypeName.withoutModule(type(of: value))
    guard let child = mirror.children.first, let name = child.label else {
      // A description of its own isn't the name of the case.
      guard !(value is any CustomStringConvertible) else { return nil }
      return "\(type).\(value)"
    }
    let payload = Mirror(reflecting: child.value)
    if payload.displayStyle == .tuple {
      return arguments(payload, depth: depth).map { "\(type).\(name)(\($0))" }
    }
    return expression(for: child.value, depth: depth).map { "\(type).\(name)(\($0))" }
  }

  /// Returns the children with their labels, separated by commas.
  private static func arguments(_ mirror: Mirror, depth: Int) -> String? {
    let texts = mirror.children.compactMap { child -> String? in
      guard let text = expression(for: child.value, depth: depth) else { return nil }
      guard let label = child.label, !label.hasPrefix("."), !label.hasPrefix("_") else {
        return text
      }
      return "\(label): \(text)"
    }
    return texts.count == mirror.children.count ? texts.joined(separator: ", ") : nil
  }
}
