// SPDX-License-Identifier: MIT

import Dispatch

/// A store with a block on a serial queue for each action, which notifies all observers of each
/// state.
///
/// UDF and many Redux-like stores work this way. An observer of a slice is an object that observes
/// the store, reads its slice from each state, and forwards a value that differs from the previous
/// one.
package final class BlockStore<State: Sendable, Action: Sendable>: ActionStore,
  @unchecked Sendable
{
  // Invariant for `@unchecked`: mutable state is accessed only on `queue`.
  private let queue = DispatchQueue(label: "block-store")
  private let reducer: Reduce<State, Action>
  private var state: State
  private var observers: [ObjectIdentifier: any Follower<State>] = [:]

  package init(state: State, reducer: @escaping Reduce<State, Action>) {
    self.state = state
    self.reducer = reducer
  }

  package func dispatch(_ action: Action) {
    queue.async { [self] in
      reducer(&state, action)
      for observer in observers.values { observer.update(state) }
    }
  }

  @discardableResult
  package func observe<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Observer<Value>
  ) -> Ending {
    let slice = Slice(path: path, observer: observer)
    let key = ObjectIdentifier(slice)
    queue.async { [self] in
      observers[key] = slice
      slice.update(state)
    }
    return { [self] in queue.async { [self] in observers[key] = nil } }
  }

  package func show<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ viewer: @escaping Viewer<Value>
  ) {
    observe(path) { value in DispatchQueue.main.async { viewer(value) } }
  }

  package var current: State { queue.sync { state } }

  package func close() { queue.sync { observers = [:] } }
}

/// An observer of every state.
private protocol Follower<State>: AnyObject {
  associatedtype State
  func update(_ state: State)
}

/// An observer that forwards a slice when it has changed.
private final class Slice<State: Sendable, Value: Equatable & Sendable>: Follower,
  @unchecked Sendable
{
  // Invariant for `@unchecked`: `last` is accessed only on the store's queue.
  private let path: Path<State, Value>
  private let observer: Observer<Value>
  private var last: Value?

  init(path: Path<State, Value>, observer: @escaping Observer<Value>) {
    self.path = path
    self.observer = observer
  }

  func update(_ state: State) {
    let value = state[keyPath: path]
    guard value != last else { return }
    last = value
    observer(value)
  }
}
