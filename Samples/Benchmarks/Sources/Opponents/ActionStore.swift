// SPDX-License-Identifier: MIT

import Dispatch

package typealias Path<State, Value> = any KeyPath<State, Value> & Sendable
package typealias Reduce<State, Action> = @Sendable (inout State, Action) -> Void
package typealias Observer<Value> = @Sendable (Value) -> Void
package typealias Viewer<Value> = @MainActor @Sendable (Value) -> Void
package typealias Ending = @Sendable () -> Void

/// The interface of all stores, so that each workload is written once.
///
/// Each opponent is a small store in a well-known style. It has no effects, no scopes, and no other
/// features of a library. Its tests check that it is correct.
package protocol ActionStore<State, Action>: Sendable {
  associatedtype State: Sendable
  /// The type of actions, such as the existential `any Action`.
  associatedtype Action: Sendable

  /// Whether several changes in quick succession can be delivered as one.
  static var isCoalescing: Bool { get }

  init(state: State, reducer: @escaping Reduce<State, Action>)

  func dispatch(_ action: Action)

  /// Calls `observer` with the current value of a slice, and then with each changed value.
  ///
  /// The store calls it on the thread that costs least. The returned closure ends the observation.
  @discardableResult
  func observe<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Observer<Value>
  ) -> Ending

  /// Calls `viewer` on the main actor.
  func show<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ viewer: @escaping Viewer<Value>)

  /// The state after all actions that have been reduced before the call.
  ///
  /// It blocks, and must not be called on the main thread.
  var current: State { get }

  func close()
}

extension ActionStore {
  /// By default, a store delivers each change.
  package static var isCoalescing: Bool { false }
}

/// Runs `body` on the main actor and waits for it, on any other thread.
package func onMain<Result: Sendable>(_ body: @MainActor @Sendable () -> Result) -> Result {
  DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
}
