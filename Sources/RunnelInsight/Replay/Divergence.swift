// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// A difference between a recorded state and the state of a replay.
///
/// The reducers that ran aren't those of the recording, or one isn't pure: it uses a clock, a
/// random number, a global variable or the order of a set.
public struct Divergence: Error, Sendable, CustomStringConvertible {
  /// The actions among which the first divergent one is, by their numbers.
  ///
  /// It is one if the recording has the state after every action, or if the reducer gives different
  /// results for the same input, and else the actions between two snapshots.
  public let numbers: ClosedRange<Int>
  /// The last of these actions.
  public let action: RecordedAction
  /// The parts of the state that differ: the recorded value, then that of the replay.
  public let differences: [String]

  /// A Boolean value indicating whether the action is known.
  public var isExact: Bool { numbers.count == 1 }

  /// The action and the differences, the first ten of them.
  public var description: String {
    let place =
      isExact
      ? "at action \(action)"
      : "between the actions \(numbers.lowerBound) and \(numbers.upperBound)"
    var lines = ["The replay diverges from the recording \(place)"]
    lines += differences.prefix(10).map { "  \($0)" }
    if differences.count > 10 { lines.append("  and \(differences.count - 10) more") }
    return lines.joined(separator: "\n")
  }
}

struct StateComparison<State> {
  private let states = StateEncoder()
  private let decoder = SessionCoder.makeDecoder()
  private let redact: ((inout State) -> Void)?
  private let isSame: ((State, State) -> Bool)?

  init(redacting redact: ((inout State) -> Void)?) {
    self.redact = redact
    isSame = DynamicEquality.function(for: State.self)
  }

  /// The last state that was encoded.
  var json: JSONValue? { states.json }

  func encoded(_ state: State) -> JSONValue? {
    changes(to: state).flatMap { _ in json }
  }

  /// Returns the changes since the last state that was encoded, or `nil` if it can't be.
  func changes(to state: State) -> [JSONChange]? {
    var state = state
    redact?(&state)
    return (state as? any Encodable).flatMap(states.changes)
  }

  /// Returns the differences between the JSON of a recorded state and of another one, but not in
  /// the order of a set or a dictionary, which differs between two runs of a program.
  func differences(_ recorded: JSONValue, _ own: JSONValue) -> [String] {
    let changes = StateChange.from(recorded, to: own)
    if changes.isEmpty || differInOrder(recorded, own) { return [] }
    return changes.map(\.description)
  }

  func areEqual(_ left: State, _ right: State) -> Bool {
    switch (encoded(left), encoded(right)) {
    case (let left?, let right?): left == right || differInOrder(left, right)
    case (nil, nil): isSame?(left, right) ?? true
    default: false
    }
  }

  /// Returns whether the states differ only in the order of what has none, according to `==`.
  ///
  /// It alone doesn't decide: it can ignore a property. Without one that can tell, because the type
  /// isn't `Equatable` and `Decodable` or the state doesn't equal itself, no order counts.
  private func differInOrder(_ left: JSONValue, _ right: JSONValue) -> Bool {
    guard left.withoutOrder == right.withoutOrder else { return false }
    guard let isSame, let left = decoded(left), let right = decoded(right), isSame(left, left)
    else { return true }
    return isSame(left, right)
  }

  /// Returns an equal state with storage of its own, where the type allows it.
  func rebuilt(_ state: State) -> State {
    let data = (state as? any Encodable).flatMap { try? SessionCoder.makeEncoder().encode($0) }
    return data.flatMap(decoded) ?? state
  }

  private func decoded(_ json: JSONValue) -> State? { decoded(Data(json.description.utf8)) }

  private func decoded(_ json: Data) -> State? {
    (State.self as? any Decodable.Type).flatMap { try? decoder.decode($0, from: json) as? State }
  }
}
