// SPDX-License-Identifier: MIT

import Runnel

/// Values in the order in which they came, and who waits for more of them.
///
/// Whoever shows the values to others sees to it that they are `Sendable` or stay where they are.
final class Recording<Value>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  var values: [Value] { state.withLock { $0.values } }

  /// Takes a value, from any thread.
  func record(_ value: Value) {
    let ready = state.withLock { state in
      state.values.append(value)
      let count = state.values.count
      guard !state.waiting.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }.map(\.continuation)
    }
    ready.forEach { $0.resume() }
  }

  /// Returns the first `count` values once there are as many; if they don't come, fails the test and
  /// returns those that are there.
  nonisolated(nonsending)
    func values(
      count: Int,
      _ what: String,
      within limit: Duration,
      at place: TestPlace
    ) async -> [Value]
  {
    let isInTime = await Patience(limit).wait { await self.reached(count) }
    let values = values
    if !isInTime {
      let message = TestMessage.tooFew(what, count, values, within: limit)
      TestLibrary.fail(message, at: place)
    }
    return Array(values.prefix(count))
  }

  private func reached(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        let isThere = state.values.count >= count
        if !isThere { state.waiting.append((count, continuation)) }
        return isThere
      }
      if isThere { continuation.resume() }
    }
    // A continuation that is resumed before it is awaited goes on without a step that ThreadSanitizer sees;
    // this is one.
    state.withLock { _ in }
  }
}
