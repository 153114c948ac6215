// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

/// The parts of a value that a closure can change one by one.
struct Parts {
  struct Part {
    /// What tells the part apart from the others: its label, its ID, its key or its position.
    let key: AnyHashable
    let value: Any
    /// The end of its path, as a dump writes it.
    fileprivate let name: String

    func path(in whole: String) -> String {
      whole.isEmpty && name.hasPrefix(".") ? String(name.dropFirst()) : whole + name
    }
  }

  private(set) var all: [Part] = []
  /// The parts are the elements of a collection, whose IDs `==` can ignore.
  private var areElements = false
  /// Whether the parts have nothing but their positions.
  private(set) var areOrdered = false

  var keys: [AnyHashable] { all.map(\.key) }
  var byKey: [AnyHashable: Part] {
    Dictionary(all.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Finds the parts of a value, or returns `nil` for a value that changes as a whole.
  ///
  /// That is one without parts, one that can be ordered, such as a `Decimal`, a set, an object, and
  /// one with a mirror of its own, which can omit what `==` compares.
  init?(of value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let child = mirror.children.first else { return nil }
      all = [Part(key: "some", value: child.value, name: "")]
    case .dictionary:
      guard let pairs = value as? [AnyHashable: Any] else { return nil }
      // Sorted, so that the failures are the same in each run.
      all = pairs.map { key, value in
        Part(key: key, value: value, name: "[\(ValueDump.line(of: key.base))]")
      }.sorted { $0.name < $1.name }
    case .collection:
      guard value is [Any] || value is any PartlyCompared else { return nil }
      addElements(mirror)
    case .struct, .tuple, .enum:
      if value is any Comparable { return nil }
      if value is any CustomReflectable, !(value is any PartlyCompared) { return nil }
      if mirror.children.isEmpty { return nil }
      all = mirror.children.enumerated().map { index, child in
        // The parts of a tuple are labeled `.0` and so on.
        let label = child.label.map { String($0.drop { $0 == "." }) } ?? "\(index)"
        return Part(key: label, value: child.value, name: ".\(label)")
      }
    default: return nil
    }
  }

  private mutating func addElements(_ mirror: Mirror) {
    areElements = true
    let ids = mirror.children.map { Parts.id(of: $0.value) }
    areOrdered = Set(ids.compactMap(\.self)).count < ids.count
    for (index, child) in mirror.children.enumerated() {
      let key = areOrdered ? nil : ids[index]
      let name = "[\(child.label ?? "\(index)")]"
      all.append(Part(key: key ?? AnyHashable(index), value: child.value, name: name))
    }
  }

  /// Returns whether another value has the same elements, though each can have changed.
  func isSelection(equalTo other: Parts) -> Bool {
    guard areElements else { return hasKeys(of: other) }
    return all.count == other.all.count
      && zip(all, other.all).allSatisfy {
        $0.key == $1.key || PartEquality.areEqual($0.value, $1.value)
      }
  }

  /// Returns whether another value has parts with the same keys, elements in the same order.
  func hasKeys(of other: Parts) -> Bool {
    // Those of a dictionary are sorted by their text, which several can have.
    areElements ? keys == other.keys : Set(keys) == Set(other.keys)
  }

  /// Returns the identity of a value, or `nil` if it has none or is an object.
  static func id(of value: Any) -> AnyHashable? {
    func id(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
    guard let value = value as? any Identifiable, !(type(of: value) is AnyClass) else { return nil }
    return id(of: value)
  }
}

/// The equality of parts of a state, with `==` where they have one.
///
/// A value with a `nan` somewhere doesn't equal itself: values that aren't equal are compared part
/// by part. One with a mirror of its own can omit parts, and equals only its copy then.
enum PartEquality {
  static func areEqual(_ left: Any, _ right: Any, depth: Int = 0) -> Bool {
    if DynamicEquality.areEqual(left, right) { return true }
    guard type(of: left) == type(of: right), depth <= 64 else { return false }
    if let left = left as? any BinaryFloatingPoint, let right = right as? any BinaryFloatingPoint {
      return left.isNaN && right.isNaN
    }
    if let left = left as? any SIMD { return areEqual(left, right, depth: depth) }
    if type(of: left) is AnyClass { return (left as AnyObject) === (right as AnyObject) }
    let (first, second) = (Mirror(reflecting: left), Mirror(reflecting: right))
    if hasOwnMirror(left, first) { return left is any Equatable && isCopy(left, right) }
    switch first.displayStyle {
    case .dictionary:
      guard let left = left as? [AnyHashable: Any], let right = right as? [AnyHashable: Any] else {
        return false
      }
      return left.count == right.count
        && left.allSatisfy { key, value in
          right[key].map { areEqual(value, $0, depth: depth + 1) } ?? false
        }
    case .set:
      var rest = second.children.map(\.value)
      return first.children.count == rest.count
        && first.children.allSatisfy { child in
          let index = rest.firstIndex { areEqual(child.value, $0, depth: depth + 1) }
          return index.map { rest.remove(at: $0) } != nil
        }
    default: break
    }
    guard first.children.count == second.children.count else { return false }
    if first.children.isEmpty {
      if first.displayStyle == .optional { return true }
      // Functions, and cases without payloads, can have the same description.
      return !(left is any Equatable) && isCopy(left, right)
    }
    return zip(first.children, second.children).allSatisfy {
      $0.label == $1.label && areEqual($0.value, $1.value, depth: depth + 1)
    }
  }

  /// Returns whether a value has a mirror of its own, which can omit what `==` compares: those of
  /// the standard library's collections show all elements.
  private static func hasOwnMirror(_ value: Any, _ mirror: Mirror) -> Bool {
    guard value is any CustomReflectable, !(value is any PartlyCompared) else { return false }
    switch mirror.displayStyle {
    case .collection, .dictionary, .set, .optional:
      return !String(reflecting: type(of: value)).hasPrefix("Swift.")
    default: return true
    }
  }

  private static func isCopy(_ left: Any, _ right: Any) -> Bool {
    func isCopy<Value>(_ left: Value) -> Bool {
      guard let right = right as? Value else { return false }
      return withUnsafeBytes(of: left) { left in
        withUnsafeBytes(of: right) { left.elementsEqual($0) }
      }
    }
    return _openExistential(left, do: isCopy)
  }

  private static func areEqual<Vector: SIMD>(_ left: Vector, _ right: Any, depth: Int) -> Bool {
    guard let right = right as? Vector else { return false }
    return left.indices.allSatisfy { areEqual(left[$0], right[$0], depth: depth + 1) }
  }
}
