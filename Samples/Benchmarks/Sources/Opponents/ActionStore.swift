// SPDX-License-Identifier: MIT

/// What every store can do, so that each workload is written once and says the same to all.
///
/// The stores here are what their users would write in an afternoon, each in one well-known style. They
/// have no effects, no scopes of their own as a type, and none of what makes a library; what they do,
/// they do correctly, and their tests say so.
package protocol ActionStore<State, Action>: Sendable {
  /// What the store holds.
  associatedtype State: Sendable
  /// What it takes: in the benchmarks, the existential `any Action`.
  associatedtype Action: Sendable

  /// Whether several changes in quick succession may be told as one.
  static var isCoalescing: Bool { get }

  /// A store that changes its state by a reducer alone.
  init(state: State, reducer: @escaping @Sendable (inout State, Action) -> Void)

  /// Takes an action, from any thread.
  func dispatch(_ action: Action)

  /// Calls `observer` with the present value of a part of the state and then whenever it has changed,
  /// wherever the store does so most cheaply. The closure that this returns ends it.
  @discardableResult
  func observe<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @Sendable (Value) -> Void
  ) -> Ending

  /// Calls `observer` on the main actor, as a view would be.
  func show<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @MainActor @Sendable (Value) -> Void
  )

  /// The state after what the caller knows to have been reduced. Blocks; not for the main thread.
  var current: State { get }

  /// Ends all that goes on.
  func close()
}

/// Ends what it was given for.
package typealias Ending = @Sendable () -> Void

extension ActionStore {
  /// Most stores tell each change.
  package static var isCoalescing: Bool { false }
}
