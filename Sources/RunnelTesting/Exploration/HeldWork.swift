// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// A scheduler that holds the work of effects until an exploration starts it.
///
/// The tasks of delays and other timers aren't held: the clock orders them.
final class HeldWork: EffectScheduler {
  /// The work of an effect that hasn't started.
  struct Entry {
    let id: EffectSimulation.ID
    let record: EffectRecord
    fileprivate let gate: Gate
  }

  private struct State {
    var entries: [Entry] = []
    /// The effect whose task is created next.
    var began: EffectRecord?
    var cause = 0
    var causedCount = 0
    var isHolding = true
  }

  private let state = Locked(State())
  let jobs = CountedJobs()

  var queue: DispatchQueue { jobs.queue }
  var isOnQueue: Bool { jobs.isOnQueue }
  func begin() { jobs.begin() }
  func end() { jobs.end() }

  /// Records an effect whose task the store creates next, on the same thread.
  ///
  /// The queue of the store is serial, so no other task is created in between.
  func began(_ record: EffectRecord) {
    state.withLock { $0.began = record }
  }

  func makeTask(
    _ priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let gate: Gate? = state.withLock { state in
      guard let record = state.began.take(), state.isHolding else { return nil }
      let gate = Gate(jobs)
      let id = EffectSimulation.ID(cause: state.cause, index: state.causedCount)
      state.causedCount += 1
      state.entries.append(Entry(id: id, record: record, gate: gate))
      return gate
    }
    guard let gate else { return jobs.makeTask(priority, body) }
    return jobs.makeTask(priority) {
      await gate.opened()
      await body()
    }
  }

  // MARK: Exploring

  /// Counts the effects that begin from now on as caused by a step.
  func beginStep(_ number: Int) {
    state.withLock { state in
      state.cause = number
      state.causedCount = 0
    }
  }

  /// The work that can start, in the order in which its effects began.
  var entries: [Entry] {
    state.withLock { state in
      state.entries.removeAll { $0.gate.isOpen }
      return state.entries
    }
  }

  /// Starts the work of an effect.
  func start(_ entry: Entry) {
    entry.gate.open()
  }

  /// Starts all work, and holds no further work.
  func startAll() {
    let entries = state.withLock { state in
      state.isHolding = false
      return state.entries
    }
    entries.forEach(start)
  }
}

/// A gate that one task waits for.
private final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: (task: TaskIdentity, continuation: CheckedContinuation<Void, Never>)?
  }

  private let state = Locked(State())
  private let jobs: CountedJobs

  init(_ jobs: CountedJobs) {
    self.jobs = jobs
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      return state.waiting.take()
    }
    guard let waiting else { return }
    jobs.willWake(waiting.task)
    waiting.continuation.resume()
  }

  /// Returns when the gate is open or the task is canceled.
  func opened() async {
    let task = TaskIdentity.current
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiting = (task, continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() } else { jobs.didFallAsleep(task) }
      }
    } onCancel: {
      open()
    }
  }
}
