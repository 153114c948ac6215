// SPDX-License-Identifier: MIT

import Runnel

/// Recorded values in order, from any thread, and the callers that wait for more.
///
/// Who exposes them ensures that they are `Sendable` or stay in one isolation domain.
final class Recording<Value>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  var values: [Value] { state.withLock { $0.values } }

  func record(_ value: Value) {
    state.resume { state in
      state.values.append(value)
      guard !state.waiting.isEmpty else { return [] }
      let count = state.values.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }.map(\.continuation)
    }
  }

  /// Waits until `count` values have been recorded, and returns them, or fails the test and returns
  /// those that are.
  nonisolated(nonsending) func values(
    count: Int, _ noun: String, within limit: Duration, at location: TestLocation
  ) async -> [Value] {
    let isInTime = await TimeLimit(limit).wait { await self.reached(count) }
    let values = values
    if !isInTime {
      let message = TestMessage.tooFew(noun, count, values, within: limit)
      TestLibrary.current.fail(message, at: location)
    }
    return Array(values.prefix(max(count, 0)))
  }

  nonisolated(nonsending) func reached(_ count: Int) async {
    await state.suspend { state, continuation in
      guard state.values.count < count else { return false }
      state.waiting.append((count, continuation))
      return true
    }
  }
}

extension Locked {
  /// Waits until the continuation is resumed, unless `store` returns that it hasn't stored it.
  nonisolated(nonsending) func suspend(
    _ store: (inout Value, CheckedContinuation<Void, Never>) -> Bool
  ) async {
    await withCheckedContinuation { continuation in
      let isStored = withLock { store(&$0, continuation) }
      if !isStored { continuation.resume() }
    }
    // If it is resumed before it is awaited, ThreadSanitizer sees no synchronization but this.
    withLock { _ in }
  }

  /// Resumes the continuations that `take` returns, outside the lock.
  func resume(_ take: (inout Value) -> [CheckedContinuation<Void, Never>]) {
    withLock(take).forEach { $0.resume() }
  }
}
