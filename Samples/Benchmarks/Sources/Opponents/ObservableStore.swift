// SPDX-License-Identifier: MIT

import Observation

/// An observable object of the main actor, whose actions are reduced there.
///
/// So do stores for SwiftUI. Whoever shows something reads it under `withObservationTracking`, and looks
/// again a turn of the main actor after it has changed, as SwiftUI does: several changes in one turn are
/// one. All observers are told on the main actor.
@MainActor
@Observable
package final class ObservableStore<State: Sendable, Action: Sendable>: ActionStore {
  private(set) var state: State
  @ObservationIgnored private let reducer: @Sendable (inout State, Action) -> Void
  @ObservationIgnored private var followers: [ObjectIdentifier: any Follower] = [:]

  package nonisolated static var isCoalescing: Bool { true }

  package nonisolated init(
    state: State,
    reducer: @escaping @Sendable (inout State, Action) -> Void
  ) {
    // The storage itself: to set the property is to tell observers, for which one must be on the main actor.
    _state = state
    self.reducer = reducer
  }

  /// Takes an action on the main actor, and reduces it at once.
  package func send(_ action: Action) {
    reducer(&state, action)
  }

  package nonisolated func dispatch(_ action: Action) {
    Task { @MainActor in send(action) }
  }

  @discardableResult
  package nonisolated func observe<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @Sendable (Value) -> Void
  ) -> Ending {
    let key = onMain { self.start(path, observer) }
    return { Task { @MainActor in self.followers[key] = nil } }
  }

  package nonisolated func show<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    _ = onMain { self.start(path, observer) }
  }

  private func start<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @MainActor @Sendable (Value) -> Void
  ) -> ObjectIdentifier {
    let follower = View(read: { [unowned self] in state[keyPath: path] }, show: observer)
    let key = ObjectIdentifier(follower)
    followers[key] = follower
    follower.follow()
    return key
  }

  package nonisolated var current: State { onMain { self.state } }

  package nonisolated func close() {
    onMain { self.followers = [:] }
  }
}

/// Somebody who reads the state again after each change.
@MainActor
private protocol Follower: AnyObject {
  func follow()
}

/// Somebody who shows what it reads, if that has changed.
@MainActor
private final class View<Value: Equatable & Sendable>: Follower {
  private let read: @MainActor () -> Value
  private let show: @MainActor @Sendable (Value) -> Void
  private var last: Value?

  init(
    read: @escaping @MainActor () -> Value,
    show: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    self.read = read
    self.show = show
  }

  func follow() {
    let value = withObservationTracking(read) { [weak self] in
      Task { @MainActor in self?.follow() }
    }
    guard value != last else { return }
    last = value
    show(value)
  }
}
