// SPDX-License-Identifier: MIT

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
///
/// The reducer receives each change before it is applied, so it can check or ignore it. Give an
/// edit that has a meaning of its own a case of its own. See ``SetAction``.
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
