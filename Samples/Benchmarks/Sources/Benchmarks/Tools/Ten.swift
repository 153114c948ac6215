// SPDX-License-Identifier: MIT

import Runnel

/// A state of many stored properties: a number, ten numbers, or ten times ten numbers.
protocol Tree: Equatable, Sendable {
  /// The number of leaves.
  static var leafCount: Int { get }

  /// Creates a tree of zeros.
  init()

  /// The sum of all leaves, which is the number of reduced actions.
  var total: Int { get }

  /// Increments a leaf.
  mutating func bump(_ leaf: Int)

  /// Returns the key paths of all leaves.
  static func paths<Root>(
    from path: WritableKeyPath<Root, Self>
  ) -> [WritableKeyPath<Root, Int>]

  /// Returns a feature for each leaf, each with its own action type.
  static func features<Place: Sendable>(at place: Place.Type) -> [Feature<Self>]
}

extension Tree {
  /// The key path of each leaf.
  static var leaves: [any WritableKeyPath<Self, Int> & Sendable] {
    paths(from: \.self).map { path in
      // A key path of stored properties has no shared mutable state. Both types have the same
      // memory layout, because `Sendable` has no witnesses.
      unsafeBitCast(path, to: (any WritableKeyPath<Self, Int> & Sendable).self)
    }
  }
}

extension Int: Tree {
  static var leafCount: Int { 1 }

  var total: Int { self }

  mutating func bump(_ leaf: Int) {
    self += 1
  }

  static func paths<Root>(
    from path: WritableKeyPath<Root, Int>
  ) -> [WritableKeyPath<Root, Int>] {
    [path]
  }

  static func features<Place: Sendable>(at place: Place.Type) -> [Feature<Int>] {
    [Feature(at: place)]
  }
}

/// Ten parts, each a stored property.
struct Ten<Part: Tree>: Tree {
  var a = Part()
  var b = Part()
  var c = Part()
  var d = Part()
  var e = Part()
  var f = Part()
  var g = Part()
  var h = Part()
  var i = Part()
  var j = Part()

  static var leafCount: Int { 10 * Part.leafCount }

  var total: Int {
    let first = a.total + b.total + c.total + d.total + e.total
    return first + f.total + g.total + h.total + i.total + j.total
  }

  mutating func bump(_ leaf: Int) {
    let (part, leaf) = leaf.quotientAndRemainder(dividingBy: Part.leafCount)
    switch part {
    case 0: a.bump(leaf)
    case 1: b.bump(leaf)
    case 2: c.bump(leaf)
    case 3: d.bump(leaf)
    case 4: e.bump(leaf)
    case 5: f.bump(leaf)
    case 6: g.bump(leaf)
    case 7: h.bump(leaf)
    case 8: i.bump(leaf)
    default: j.bump(leaf)
    }
  }

  static var parts: [any WritableKeyPath<Ten, Part> & Sendable] {
    [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
  }

  static func paths<Root>(
    from path: WritableKeyPath<Root, Ten>
  ) -> [WritableKeyPath<Root, Int>] {
    parts.flatMap { Part.paths(from: path.appending(path: $0)) }
  }

  static func features<Place: Sendable>(at place: Place.Type) -> [Feature<Ten>] {
    let features = [
      Part.features(at: Step<Place, Zero>.self), Part.features(at: Step<Place, One>.self),
      Part.features(at: Step<Place, Two>.self), Part.features(at: Step<Place, Three>.self),
      Part.features(at: Step<Place, Four>.self), Part.features(at: Step<Place, Five>.self),
      Part.features(at: Step<Place, Six>.self), Part.features(at: Step<Place, Seven>.self),
      Part.features(at: Step<Place, Eight>.self), Part.features(at: Step<Place, Nine>.self),
    ]
    return zip(parts, features).flatMap { path, features in
      features.map { $0.scoped(path) }
    }
  }
}

/// A place one level below another, which distinguishes the action types of features.
enum Step<Above, Digit> {}

enum Zero {}
enum One {}
enum Two {}
enum Three {}
enum Four {}
enum Five {}
enum Six {}
enum Seven {}
enum Eight {}
enum Nine {}
