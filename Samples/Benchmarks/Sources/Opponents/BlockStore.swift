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
  private let reducer: @Sendable (inout State, Action) -> Void
  private var state: State
  private var observers: [Int: any Observer<State>] = [:]
  private var lastKey = 0

  package init(state: State, reducer: @escaping @Sendable (inout State, Action) -> Void) {
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
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @Sendable (Value) -> Void
  ) -> Ending {
    let slice = Slice(path: path, observer: observer)
    let subscription = Subscription()
    queue.async { [self] in
      lastKey += 1
      subscription.key = lastKey
      observers[lastKey] = slice
      slice.update(state)
    }
    return { [self] in
      queue.async { [self] in
        if let key = subscription.key { observers[key] = nil }
      }
    }
  }

  package func show<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    observe(path) { value in
      DispatchQueue.main.async { observer(value) }
    }
  }

  package var current: State { queue.sync { state } }

  package func close() {
    queue.sync { observers = [:] }
  }
}

/// An observer of every state.
private protocol Observer<State>: AnyObject {
  associatedtype State
  func update(_ state: State)
}

/// An observer that forwards a slice when it has changed.
private final class Slice<State: Sendable, Value: Equatable & Sendable>: Observer,
  @unchecked Sendable
{
  // Invariant for `@unchecked`: `last` is accessed only on the store's queue.
  private let path: any KeyPath<State, Value> & Sendable
  private let observer: @Sendable (Value) -> Void
  private var last: Value?

  init(
    path: any KeyPath<State, Value> & Sendable,
    observer: @escaping @Sendable (Value) -> Void
  ) {
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

/// The key of an observer, once it has been added.
private final class Subscription: @unchecked Sendable {
  // Invariant for `@unchecked`: accessed only on the store's queue.
  var key: Int?
}
