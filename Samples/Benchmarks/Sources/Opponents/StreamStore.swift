// SPDX-License-Identifier: MIT

import Dispatch

/// An actor that receives actions through an `AsyncStream`, which one task iterates.
///
/// Stores without queues and locks work this way. Views receive values through a stream, too, which
/// buffers only the newest value.
package actor StreamStore<State: Sendable, Action: Sendable>: ActionStore {
  private var state: State
  private let reducer: Reduce<State, Action>
  private var observers: [Int: @Sendable (State) -> Void] = [:]
  private var lastKey = 0
  private nonisolated let continuation: AsyncStream<Action>.Continuation

  package init(state: State, reducer: @escaping Reduce<State, Action>) {
    let (actions, continuation) = AsyncStream.makeStream(of: Action.self)
    self.state = state
    self.reducer = reducer
    self.continuation = continuation
    Task { [weak self] in
      for await action in actions { await self?.handle(action) }
    }
  }

  package nonisolated func dispatch(_ action: Action) { continuation.yield(action) }

  private func handle(_ action: Action) {
    reducer(&state, action)
    for observer in observers.values { observer(state) }
  }

  @discardableResult
  package nonisolated func observe<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Observer<Value>
  ) -> Ending {
    let adding = Task { await add(path, observer) }
    return { Task { await self.remove(adding.value) } }
  }

  package nonisolated func show<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Viewer<Value>
  ) {
    let (values, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    observe(path) { continuation.yield($0) }
    Task { @MainActor in
      for await value in values { observer(value) }
    }
  }

  private func add<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Observer<Value>
  ) -> Int {
    let last = Last(state[keyPath: path])
    lastKey += 1
    observers[lastKey] = { state in
      let value = state[keyPath: path]
      guard value != last.value else { return }
      last.value = value
      observer(value)
    }
    observer(last.value)
    return lastKey
  }

  private func remove(_ key: Int) { observers[key] = nil }

  package nonisolated var current: State { blocking { await self.state } }

  package nonisolated func close() {
    continuation.finish()
    blocking { await self.forget() }
  }

  private func forget() { observers = [:] }
}

/// The last value that an observer received.
private final class Last<Value>: @unchecked Sendable {
  // Invariant for `@unchecked`: accessed only on the store's actor.
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// Blocks the calling thread until an asynchronous function returns.
private func blocking<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
  // `nonisolated(unsafe)`: set before the signal, and read after it.
  nonisolated(unsafe) var result: Result?
  let isThere = DispatchSemaphore(value: 0)
  Task.detached {
    result = await body()
    isThere.signal()
  }
  isThere.wait()
  guard let result else { preconditionFailure("The result is set before the signal.") }
  return result
}
