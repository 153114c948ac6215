// SPDX-License-Identifier: MIT

/// The interface of all stores, so that each workload is written once.
///
/// Each opponent is a small store in a well-known style. It has no effects, no scopes, and no other
/// features of a library. Its tests check that it is correct.
package protocol ActionStore<State, Action>: Sendable {
  /// The state of the store.
  associatedtype State: Sendable
  /// The type of actions, such as the existential `any Action`.
  associatedtype Action: Sendable

  /// Whether several changes in quick succession can be delivered as one.
  static var isCoalescing: Bool { get }

  /// Creates a store with an initial state and a reducer.
  init(state: State, reducer: @escaping @Sendable (inout State, Action) -> Void)

  /// Dispatches an action, from any thread.
  func dispatch(_ action: Action)

  /// Calls `observer` with the current value of a slice, and then with each changed value.
  ///
  /// The store calls it on the thread that costs least. The returned closure ends the observation.
  @discardableResult
  func observe<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @Sendable (Value) -> Void
  ) -> Ending

  /// Calls `observer` on the main actor, like a view.
  func show<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @MainActor @Sendable (Value) -> Void
  )

  /// The state after all actions that have been reduced before the call.
  ///
  /// It blocks, and must not be called on the main thread.
  var current: State { get }

  /// Ends all observations.
  func close()
}

/// A closure that ends an observation.
package typealias Ending = @Sendable () -> Void

extension ActionStore {
  /// By default, a store delivers each change.
  package static var isCoalescing: Bool { false }
}
