// SPDX-License-Identifier: MIT

import Runnel

/// A value in each kind of part that can disappear, or in none.
struct Parts<Value: Equatable & Identifiable & Sendable>: Equatable, Sendable
where Value.ID == Int {
  enum Screen: Equatable, Sendable {
    case none
    case value(Value)
  }

  var array: [Value]
  var entities: Entities<Value>
  var table: [String: Value]
  var optional: Value?
  var screen: Screen
  var list: [Value]?

  init(_ value: Value?) {
    array = value.map { [$0] } ?? []
    entities = Entities(array)
    table = value.map { ["a": $0] } ?? [:]
    optional = value
    screen = value.map(Screen.value) ?? .none
    list = value.map { [$0] }
  }
}

enum PartKind: CaseIterable {
  case element, entity, named, optional, payload, firstOfOptional
}

extension StoreOf where ActionType == any Action {
  /// Returns the scope of the part that has the value, whose ID is 1.
  func part<Value>(_ kind: PartKind) -> Store<Value>? where State == Parts<Value> {
    switch kind {
    case .element: scope(\.array, id: 1)
    case .entity: scope(\.entities, id: 1)
    case .named: scope(\.table, id: "a")
    case .optional: ifPresent(\.optional)
    case .payload: ifCase(\.screen, CasePath(Parts<Value>.Screen.value))
    case .firstOfOptional: ifPresent(\.list)?.scope(\.[0])
    }
  }
}
