// SPDX-License-Identifier: MIT

import Runnel

/// A state of many stored properties: a number, ten numbers, or ten times ten numbers.
protocol Tree: Equatable, Sendable {
  static var leafCount: Int { get }

  init()

  /// The sum of all leaves, which is the number of reduced actions.
  var total: Int { get }

  mutating func bump(_ leaf: Int)

  /// Returns the key paths of all leaves.
  static func paths<Root>(from path: WritableKeyPath<Root, Self>) -> [WritableKeyPath<Root, Int>]

  /// Returns a feature for each leaf, each with its own action type.
  static func features<Place: Sendable>(at place: Place.Type) -> [Feature<Self>]
}

extension Tree {
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

  mutating func bump(_ leaf: Int) { self += 1 }

  static func paths<Root>(from path: WritableKeyPath<Root, Int>) -> [WritableKeyPath<Root, Int>] {
    [path]
  }

  static func features<Place: Sendable>(at place: Place.Type) -> [Feature<Int>] {
    [Feature(at: place)]
  }
}

/// Ten parts, each a stored property.
struct Ten<Part: Tree>: Tree {
  var a = Part(), b = Part(), c = Part(), d = Part(), e = Part()
  var f = Part(), g = Part(), h = Part(), i = Part(), j = Part()

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

  private static var parts: [any WritableKeyPath<Ten, Part> & Sendable] {
    [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
  }

  static func paths<Root>(from path: WritableKeyPath<Root, Ten>) -> [WritableKeyPath<Root, Int>] {
    parts.flatMap { Part.paths(from: path.appending(path: $0)) }
  }

  static func features<Place: Sendable>(at place: Place.Type) -> [Feature<Ten>] {
    let features = [
      Part.features(at: Step<Place, UInt8>.self), Part.features(at: Step<Place, UInt16>.self),
      Part.features(at: Step<Place, UInt32>.self), Part.features(at: Step<Place, UInt64>.self),
      Part.features(at: Step<Place, Int8>.self), Part.features(at: Step<Place, Int16>.self),
      Part.features(at: Step<Place, Int32>.self), Part.features(at: Step<Place, Int64>.self),
      Part.features(at: Step<Place, Float>.self), Part.features(at: Step<Place, Double>.self),
    ]
    return zip(parts, features).flatMap { path, features in features.map { $0.scoped(path) } }
  }
}

/// A place one level below another, which distinguishes the action types of features.
enum Step<Above, Digit> {}

/// The action of the feature at a place, with a separate type for each place.
struct Bumped<Place>: Action {}

/// One feature of a state: a number, and an action that increments it.
struct Feature<State: Sendable>: Sendable {
  let action: any Action
  /// The reducer for Runnel, which is found by the type of the action.
  let reducer: Reducer<State>
  /// The reducer for other stores, which checks the type of the action.
  let reduce: @Sendable (inout State, any Action) -> Void
  /// The change of the state, without a check.
  let bump: @Sendable (inout State) -> Void

  func scoped<Root: Sendable>(
    _ path: any WritableKeyPath<Root, State> & Sendable
  ) -> Feature<Root> {
    let type = ObjectIdentifier(Swift.type(of: action))
    return Feature<Root>(
      action: action,
      reducer: reducer.scope(path),
      reduce: { state, action in
        // Other actions end here, before the slice is accessed.
        guard ObjectIdentifier(Swift.type(of: action)) == type else { return }
        reduce(&state[keyPath: path], action)
      },
      bump: { state in bump(&state[keyPath: path]) })
  }
}

extension Feature where State == Int {
  init<Place>(at place: Place.Type) {
    action = Bumped<Place>()
    reducer = .updating(Bumped<Place>.self) { state, _ in state += 1 }
    reduce = { state, action in if action is Bumped<Place> { state += 1 } }
    bump = { state in state += 1 }
  }
}
