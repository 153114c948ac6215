// SPDX-License-Identifier: MIT

import Observation

/// An observable object of the main actor, which reduces actions there.
///
/// Stores for SwiftUI work this way. A view reads the state under `withObservationTracking`, and
/// again one turn of the main actor after a change, like SwiftUI. So several changes in one turn
/// are one update. All observers are notified on the main actor.
@MainActor
@Observable
package final class ObservableStore<State: Sendable, Action: Sendable>: ActionStore {
  private(set) var state: State
  @ObservationIgnored private let reducer: Reduce<State, Action>
  @ObservationIgnored private var followers: [ObjectIdentifier: any Follower] = [:]

  package nonisolated static var isCoalescing: Bool { true }

  package nonisolated init(state: State, reducer: @escaping Reduce<State, Action>) {
    // Sets the storage directly: setting the property would notify observers, which requires the
    // main actor.
    _state = state
    self.reducer = reducer
  }

  /// Reduces an action immediately, on the main actor.
  package func send(_ action: Action) { reducer(&state, action) }

  package nonisolated func dispatch(_ action: Action) {
    Task { @MainActor in send(action) }
  }

  @discardableResult
  package nonisolated func observe<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Observer<Value>
  ) -> Ending {
    let key = onMain { self.start(path, observer) }
    return { Task { @MainActor in self.followers[key] = nil } }
  }

  package nonisolated func show<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Viewer<Value>
  ) {
    _ = onMain { self.start(path, observer) }
  }

  private func start<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Viewer<Value>
  ) -> ObjectIdentifier {
    let follower = View(read: { [unowned self] in state[keyPath: path] }, show: observer)
    let key = ObjectIdentifier(follower)
    followers[key] = follower
    follower.follow()
    return key
  }

  package nonisolated var current: State { onMain { self.state } }

  package nonisolated func close() { onMain { self.followers = [:] } }
}

/// A reader of the state after each change.
@MainActor
private protocol Follower: AnyObject { func follow() }

/// A view that shows a value when it has changed.
@MainActor
private final class View<Value: Equatable & Sendable>: Follower {
  private let read: @MainActor () -> Value
  private let show: Viewer<Value>
  private var last: Value?

  init(read: @escaping @MainActor () -> Value, show: @escaping Viewer<Value>) {
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
