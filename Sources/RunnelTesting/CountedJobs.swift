// SPDX-License-Identifier: MIT

package import Dispatch
import Runnel

/// Runs the tasks of effects one step at a time, and counts what is to be done.
///
/// There is nothing to be done when each task waits for something that no other one will bring about: for
/// the clock, or for something outside.
///
/// Systems that cannot be told where to run a task do not say of its steps either. There a task counts as a
/// whole, but for the time that it sleeps by the clock.
package final class CountedJobs: EffectScheduler {
  private struct State {
    var open = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// How often there was something to be done after a time without.
    var stretches = 0
    /// Who waits for the next time.
    var idle: [CheckedContinuation<Void, Never>] = []
    /// The tasks that have begun and have not ended.
    var tasks: Set<TaskIdentity> = []
  }

  private let state = Locked(State())
  private let mark = DispatchSpecificKey<Bool>()
  /// Whether the steps of tasks are counted, and not the tasks.
  private let countsSteps: Bool
  /// Serial, so that tests take the same course each time.
  package let queue = DispatchQueue(label: "RunnelTesting.CountedJobs")

  package convenience init() {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      self.init(countsSteps: true)
    } else {
      self.init(countsSteps: false)
    }
  }

  package init(countsSteps: Bool) {
    self.countsSteps = countsSteps
    queue.setSpecific(key: mark, value: true)
  }

  package var isOnQueue: Bool { DispatchQueue.getSpecific(key: mark) != nil }

  package func begin() {
    let idle = state.withLock { state in
      state.open += 1
      guard state.open == 1 else { return [CheckedContinuation<Void, Never>]() }
      state.stretches += 1
      defer { state.idle = [] }
      return state.idle
    }
    idle.forEach { $0.resume() }
  }

  package func end() {
    let waiting = state.withLock { state in
      state.open -= 1
      guard state.open == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  package func makeTask(
    _ priority: TaskPriority?,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if countsSteps, #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return Task.detached(executorPreference: Steps(jobs: self), priority: priority) { [self] in
        await run(body)
      }
    }
    begin()
    return Task.detached(priority: priority) { [self] in
      await run(body)
      end()
    }
  }

  private func run(_ body: () async -> Void) async {
    let task = TaskIdentity.current
    state.withLock { _ = $0.tasks.insert(task) }
    await body()
    state.withLock { _ = $0.tasks.remove(task) }
  }

  /// A task sleeps by the clock. Whoever looks whether all is done finds it among the sleepers.
  package func fellAsleep(_ task: TaskIdentity) {
    if !countsSteps, state.withLock({ $0.tasks.contains(task) }) { end() }
  }

  /// A task is about to be woken.
  package func wakes(_ task: TaskIdentity) {
    if !countsSteps, state.withLock({ $0.tasks.contains(task) }) { begin() }
  }

  /// The tasks that have begun and have not ended, without those that they have started in turn.
  package var tasks: Set<TaskIdentity> { state.withLock { $0.tasks } }

  /// Returns when there is nothing to be done.
  package func allDone() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.open > 0 { state.waiting.append(continuation) }
        return state.open == 0
      }
      if isDone { continuation.resume() }
    }
    // A continuation that is resumed before it is awaited goes on without a step that ThreadSanitizer sees;
    // this is one.
    state.withLock { _ in }
  }

  /// What tells one time without anything to be done from another; `nil` while there is something.
  package var pause: Int? { state.withLock { $0.open == 0 ? $0.stretches : nil } }

  /// Returns when there is something to be done, or has been, after a time without.
  package func ended(pause: Int) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        let isOver = state.open > 0 || state.stretches != pause
        if !isOver { state.idle.append(continuation) }
        return isOver
      }
      if isOver { continuation.resume() }
    }
    state.withLock { _ in }
  }
}

/// Runs the steps of tasks, and counts them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class Steps: TaskExecutor {
  private let jobs: CountedJobs

  init(jobs: CountedJobs) {
    self.jobs = jobs
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.begin()
    jobs.queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      jobs.end()
    }
  }
}

/// What tells a task that has not ended from others.
package struct TaskIdentity: Hashable, Sendable {
  private let hash: Int?

  /// The task that this is called in.
  package static var current: TaskIdentity {
    TaskIdentity(hash: withUnsafeCurrentTask { $0?.hashValue })
  }
}
