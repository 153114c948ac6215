// SPDX-License-Identifier: MIT

package import Dispatch
import Runnel

/// An executor that runs the tasks of effects one step at a time, and counts the pending work: it
/// is idle when each task waits for the clock, or for something outside.
package final class CountedJobs: EffectScheduler, TaskExecutor {
  private struct State {
    var open = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The number of transitions from idle to busy.
    var busyPeriods = 0
    /// The continuations that wait for the next transition to busy.
    var idle: [CheckedContinuation<Void, Never>] = []
    var tasks: Set<TaskIdentity> = []
    /// The number of actions of effects and observers since the last transition to busy.
    var actions = 0
    /// The number of actions without an idle moment that are an endless loop.
    var actionLimit = 100_000

    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      defer { waiting = [] }
      return waiting
    }
  }

  private let state = Locked(State())
  private let mark = DispatchSpecificKey<Bool>()
  /// The queue of all steps, serial so that tests are deterministic.
  package let queue = DispatchQueue(label: "RunnelTesting.CountedJobs")

  package init() { queue.setSpecific(key: mark, value: true) }

  package var isOnQueue: Bool { DispatchQueue.getSpecific(key: mark) != nil }

  package func begin() {
    state.resume { state in
      state.open += 1
      guard state.open == 1 else { return [] }
      state.busyPeriods += 1
      state.actions = 0
      defer { state.idle = [] }
      return state.idle
    }
  }

  package func end() {
    state.resume { state in
      state.open -= 1
      return state.open == 0 ? state.takeWaiting() : []
    }
  }

  package var actionLimit: Int {
    get { state.withLock { $0.actionLimit } }
    set { state.withLock { $0.actionLimit = newValue } }
  }

  /// The pending work leads to new work endlessly, so that nothing waits for it.
  package var isEndless: Bool { state.withLock { $0.actions >= $0.actionLimit } }

  package func countAction() {
    state.resume { state in
      state.actions += 1
      return state.actions == state.actionLimit ? state.takeWaiting() : []
    }
  }

  package func resetActions() { state.withLock { $0.actions = 0 } }

  package func makeTask(
    _ priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task.detached(executorPreference: self, priority: priority) { [state] in
      let task = TaskIdentity.current
      state.withLock { _ = $0.tasks.insert(task) }
      await body()
      state.withLock { _ = $0.tasks.remove(task) }
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    begin()
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      end()
    }
  }

  /// The tasks that have started and not ended, without their child tasks.
  package var tasks: Set<TaskIdentity> { state.withLock { $0.tasks } }

  package func allDone() async {
    await state.suspend { state, continuation in
      guard state.open > 0, state.actions < state.actionLimit else { return false }
      state.waiting.append(continuation)
      return true
    }
  }

  /// The number of the current idle period, or `nil` while work is pending.
  package var idlePeriod: Int? { state.withLock { $0.open == 0 ? $0.busyPeriods : nil } }

  package func ended(idlePeriod: Int) async {
    await state.suspend { state, continuation in
      guard state.open == 0, state.busyPeriods == idlePeriod else { return false }
      state.idle.append(continuation)
      return true
    }
  }
}

package struct TaskIdentity: Hashable, Sendable {
  private let hash: Int?

  package static var current: TaskIdentity {
    TaskIdentity(hash: withUnsafeCurrentTask { $0?.hashValue })
  }
}
