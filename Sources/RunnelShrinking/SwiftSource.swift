// SPDX-License-Identifier: MIT

package import Runnel
import RunnelText

/// Values as Swift expressions, for test cases to paste.
package enum SwiftSource {
  /// The depth from which a value isn't written.
  private static let depthLimit = 64
  /// The properties of the types of these modules aren't the parameters of an initializer.
  private static let hiding = [
    "Swift.", "Foundation.", "FoundationEssentials.", "Dispatch.", "__C.",
  ]

  /// Returns an expression that creates `value`, such as `Cart.Action.add("tea", count: 2)`.
  ///
  /// Structs are written with their memberwise initializers. Numbers, strings and collections are
  /// literals, whose type follows from where the expression is used. Dictionaries and sets are
  /// sorted by the text of their elements. O(size of the value).
  ///
  /// Returns `nil` if a part can't be written: a closure, an object, a key path, or a type that
  /// hides its properties from a mirror. A mirror doesn't show access control: with a private
  /// initializer, the expression doesn't compile.
  package static func expression(for value: Any, depth: Int = 0) -> String? {
    guard depth < depthLimit else { return nil }
    if let literal = literal(for: value) { return literal }
    let mirror = Mirror(reflecting: value)
    let type = type(of: value)
    let name = String(reflecting: type)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first else { return "nil" }
      let text = expression(for: wrapped.value, depth: depth + 1)
      return text == "nil" ? ".some(nil)" : text
    case .collection:
      guard let elements = expressions(for: mirror, depth) else { return nil }
      return "[\(elements.joined(separator: ", "))]"
    case .set:
      guard let elements = expressions(for: mirror, depth) else { return nil }
      return "[\(elements.sorted().joined(separator: ", "))]"
    case .dictionary:
      return dictionary(mirror, depth)
    case .tuple:
      return arguments(of: mirror, depth).map { "(\($0))" }
    case .enum where !(value is any CustomReflectable):
      return enumCase(value, TypeName.withoutModule(type), mirror, depth)
    case .struct:
      if let known = foundation(value, name, mirror) { return known }
      if value is any CustomReflectable || hiding.contains(where: name.hasPrefix) { return nil }
      return arguments(of: mirror, depth).map { "\(TypeName.withoutModule(type))(\($0))" }
    default:
      return range(name, mirror, depth)
    }
  }

  private static func literal(for value: Any) -> String? {
    switch value {
    case let value as String: value.debugDescription
    case let value as Substring: value.debugDescription
    case let value as Character: value.debugDescription
    case let value as Bool: "\(value)"
    case let value as any BinaryInteger: "\(value)"
    case let value as any BinaryFloatingPoint: number(value)
    case let value as Duration: duration(value)
    case let value as any WrittenInSwift: value.swiftSource
    default: nil
    }
  }

  private static func number(_ value: some BinaryFloatingPoint) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value < 0 ? "-.infinity" : ".infinity" }
    return "\(value)"
  }

  private static func duration(_ value: Duration) -> String {
    let (seconds, attoseconds) = value.components
    if attoseconds == 0 { return "Duration.seconds(\(seconds))" }
    let units = [
      ("milliseconds", 1_000), ("microseconds", 1_000_000), ("nanoseconds", 1_000_000_000),
    ]
    for (unit, perSecond) in units {
      let size: Int64 = 1_000_000_000_000_000_000 / Int64(perSecond)
      let (whole, overflow) = seconds.multipliedReportingOverflow(by: Int64(perSecond))
      guard attoseconds % size == 0, !overflow else { continue }
      let (count, isTooLarge) = whole.addingReportingOverflow(attoseconds / size)
      if !isTooLarge { return "Duration.\(unit)(\(count))" }
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  /// Returns the expression of a value of Foundation, which the core doesn't import.
  private static func foundation(_ value: Any, _ name: String, _ mirror: Mirror) -> String? {
    switch name {
    case "Foundation.UUID", "FoundationEssentials.UUID":
      return "UUID(uuidString: \("\(value)".debugDescription))!"
    case "Foundation.URL", "FoundationEssentials.URL":
      let text = "\(value)"
      // A relative URL is described with its base.
      return text.contains(" -- ") ? nil : "URL(string: \(text.debugDescription))!"
    case "Foundation.Decimal", "FoundationEssentials.Decimal":
      return "Decimal(string: \("\(value)".debugDescription))!"
    case "Foundation.Date", "FoundationEssentials.Date":
      guard let seconds = mirror.descendant("timeIntervalSinceReferenceDate") as? Double else {
        return nil
      }
      return "Date(timeIntervalSinceReferenceDate: \(number(seconds)))"
    default:
      return nil
    }
  }

  private static func range(_ name: String, _ mirror: Mirror, _ depth: Int) -> String? {
    let isClosed = name.hasPrefix("Swift.ClosedRange<")
    guard isClosed || name.hasPrefix("Swift.Range<"),
      let bounds = expressions(for: mirror, depth), bounds.count == 2
    else { return nil }
    return "\(bounds[0])\(isClosed ? "..." : "..<")\(bounds[1])"
  }

  private static func expressions(for mirror: Mirror, _ depth: Int) -> [String]? {
    let texts = mirror.children.map { expression(for: $0.value, depth: depth + 1) }
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }

  private static func dictionary(_ mirror: Mirror, _ depth: Int) -> String? {
    if mirror.children.isEmpty { return "[:]" }
    var pairs: [String] = []
    for child in mirror.children {
      let pair = Mirror(reflecting: child.value)
      guard let texts = expressions(for: pair, depth), texts.count == 2 else { return nil }
      pairs.append("\(texts[0]): \(texts[1])")
    }
    return "[\(pairs.sorted().joined(separator: ", "))]"
  }

  private static func enumCase(
    _ value: Any, _ type: String, _ mirror: Mirror, _ depth: Int
  ) -> String? {
    guard let child = mirror.children.first else {
      // Only the description has the name of a case without values, unless it is a custom one.
      if !(value is any CustomStringConvertible), !(value is any CustomDebugStringConvertible) {
        return "\(type).\(escaped("\(value)"))"
      }
      guard let raw = (value as? any RawRepresentable).map({ $0.rawValue as Any }),
        let text = expression(for: raw, depth: depth + 1)
      else { return nil }
      return "\(type)(rawValue: \(text))!"
    }
    guard let label = child.label else { return nil }
    let payload = Mirror(reflecting: child.value)
    let text =
      payload.displayStyle == .tuple
      ? arguments(of: payload, depth) : expression(for: child.value, depth: depth + 1)
    return text.map { "\(type).\(escaped(label))(\($0))" }
  }

  private static func escaped(_ name: String) -> String {
    ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }

  private static func arguments(of mirror: Mirror, _ depth: Int) -> String? {
    var texts: [String] = []
    for child in mirror.children {
      guard let text = expression(for: child.value, depth: depth + 1) else { return nil }
      // Values without a label are named `.0` and so on.
      guard let label = child.label, !label.hasPrefix(".") else {
        texts.append(text)
        continue
      }
      // The storage of a property wrapper or of a lazy property.
      guard !label.hasPrefix("_"), !label.hasPrefix("$") else { return nil }
      texts.append("\(label): \(text)")
    }
    return texts.joined(separator: ", ")
  }
}

extension Address {
  /// The arguments for it in the call of a reducer, in Swift, or `nil` if there are none: it leads
  /// into an element, or to an instance.
  package var source: String? {
    guard let place, inner == nil, place.text.wholeMatch(of: /(\.\w+)+/) != nil,
      let id = SwiftSource.expression(for: id.base)
    else { return nil }
    return ", to: \\\(place.text), id: \(id)"
  }
}
