// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// Compares states with recorded ones.
struct StateComparison<State> {
  private let encoder = SessionCoder.makeEncoder()
  private let decoder = SessionCoder.makeDecoder()
  private let redact: ((inout State) -> Void)?
  private let isSame: ((State, State) -> Bool)?

  init(redacting redact: ((inout State) -> Void)?) {
    self.redact = redact
    isSame = DynamicEquality.function(for: State.self)
  }

  /// Returns a state as JSON, or `nil` if it can't be encoded.
  func encoded(_ state: State) -> JSONValue? {
    var state = state
    redact?(&state)
    guard let encodable = state as? any Encodable, let data = try? encoder.encode(encodable)
    else { return nil }
    return try? JSONParser.value(in: Array(data))
  }

  /// Returns the state that JSON describes, or `nil` if it describes none.
  func decoded(_ value: JSONValue) -> State? {
    guard let type = State.self as? any Decodable.Type else { return nil }
    return try? decoder.decode(type, from: Data(value.description.utf8)) as? State
  }

  /// Returns the differences between a recorded state and another one.
  ///
  /// The order of a set or a dictionary isn't one: it differs between two runs of a program.
  func differences(_ recorded: JSONValue, _ state: State) -> [String] {
    guard let own = encoded(state), own != recorded else { return [] }
    let changes = JSONChange.from(recorded, to: own)
    if changes.isEmpty { return [] }
    if let isSame, let other = decoded(recorded) {
      var state = state
      redact?(&state)
      if isSame(other, state) { return [] }
    }
    return changes.map(\.description)
  }

  func areEqual(_ left: State, _ right: State) -> Bool {
    if let isSame { return isSame(left, right) }
    return encoded(left) == encoded(right)
  }

  /// Returns an equal state with storage of its own, where the type allows it.
  func rebuilt(_ state: State) -> State {
    guard let encodable = state as? any Encodable, let data = try? encoder.encode(encodable),
      let type = State.self as? any Decodable.Type
    else { return state }
    return (try? decoder.decode(type, from: data) as? State) ?? state
  }
}
