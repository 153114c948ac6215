// SPDX-License-Identifier: MIT

import Dispatch

/// One block on a private serial queue for each action, and every observer told the whole state.
///
/// So do UDF and many stores in the manner of Redux. An observer of a part is an object that observes the
/// store, takes its part out of each state, and forwards what differs from the one before.
package final class BlockStore<State: Sendable, Action: Sendable>: ActionStore,
  @unchecked Sendable
{
  // `@unchecked`: what varies is touched on `queue` only.
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

/// Somebody who is told every state.
private protocol Observer<State>: AnyObject {
  associatedtype State
  func update(_ state: State)
}

/// Somebody who forwards one part of the state when it has changed.
private final class Slice<State: Sendable, Value: Equatable & Sendable>: Observer,
  @unchecked Sendable
{
  // `@unchecked`: `last` is touched on the store's queue only.
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

/// Where an observer is found again, once it has been added.
private final class Subscription: @unchecked Sendable {
  // `@unchecked`: touched on the store's queue only.
  var key: Int?
}
