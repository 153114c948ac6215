// SPDX-License-Identifier: MIT

package import Runnel

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
/// await store.send(Search.Action.textChanged("swift")) { $0.text = "swift" }
/// await clock.advance(by: .milliseconds(300))
/// ```
///
/// Whoever sleeps by it is woken when the time comes, in the order of the times, and of those for one time
/// in the order in which they went to sleep. A store that was given the clock goes by it with all its
/// effects. Hours pass in no time.
///
/// ``advance(by:)`` knows by counting when everything that is due has been done: actions that wait, and
/// steps of tasks that run effects of the stores that go by the clock. It does not know of work that such a
/// task waits for elsewhere: on the main actor, on a queue, on the network. For what comes of that, wait
/// with ``TestStore/receive(_:timeout:fileID:filePath:line:column:expecting:)-(Expected,_,_,_,_,_,_)``.
///
/// Before macOS 15, iOS 18, tvOS 18, watchOS 11 and visionOS 2 the steps of tasks cannot be counted. There an
/// effect counts as busy until it sleeps by the clock or ends, so that one which waits for something else,
/// such as an element of a stream, is waited for. Run such tests on a newer system.
public final class ManualClock: Clock, Sendable {
  /// A time by a manual clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// How long after the start of the clock.
    public let offset: Duration

    /// A time after the start of the clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// A later time.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How long it is to another time.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether one time is before another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }

    /// The time since the start of the clock.
    public var description: String { "\(offset)" }
  }

  /// When somebody is to be woken, and in which order.
  private struct Call: Comparable {
    let deadline: Instant
    let number: UInt64

    static func < (left: Call, right: Call) -> Bool {
      (left.deadline, left.number) < (right.deadline, right.number)
    }
  }

  private struct Sleeper {
    let task: TaskIdentity
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    /// By their numbers, which they get in the order in which they go to sleep.
    var sleepers: [UInt64: Sleeper] = [:]
    /// Those of them who were cancelled have calls for nobody.
    var calls = Heap<Call>()
    /// Who was cancelled before it went to sleep.
    var cancelled: Set<UInt64> = []
    var last: UInt64 = 0

    /// Lets go of calls for nobody, once they are the most. O(1) amortised.
    mutating func forgetCalls() {
      guard calls.count > 2 * sleepers.count + 16 else { return }
      calls.removeAll { sleepers[$0.number] == nil }
    }
  }

  private let state = Locked(State())
  package let jobs: CountedJobs

  /// A clock at the start of its time.
  public convenience init() {
    self.init(jobs: CountedJobs())
  }

  package init(jobs: CountedJobs) {
    self.jobs = jobs
  }

  /// The time by the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// There is no shorter time than any.
  public var minimumResolution: Duration { .zero }

  /// How many sleep by the clock at the moment.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// How many sleep, and how many are remembered who were cancelled before they went to sleep.
  package var rememberedCount: Int {
    state.withLock { $0.sleepers.count + $0.cancelled.count }
  }

  /// Whether all tasks of effects sleep by the clock, so that nothing can come of them before it is moved.
  ///
  /// A task that has others work for it while it sleeps counts as asleep.
  package var areAllAsleep: Bool {
    let tasks = jobs.tasks
    return state.withLock { tasks.isSubset(of: $0.sleepers.values.map(\.task)) }
  }

  /// Waits until the clock has been moved to `deadline`. Throws when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let task = TaskIdentity.current
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[number] = Sleeper(task: task, continuation: continuation)
          state.calls.insert(Call(deadline: deadline, number: number))
          return nil
        }
        if let result { continuation.resume(with: result) } else { jobs.fellAsleep(task) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        state.forgetCalls()
        return sleeper
      }
      sleeper.map { jobs.wakes($0.task) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    // One that is cancelled when it has just been woken leaves its number behind.
    state.withLock { _ = $0.cancelled.remove(number) }
  }

  /// Moves the clock on, and returns when everything that is due by then has been done.
  ///
  /// Whoever is due is woken one after the other, each once all that came of the one before has been done.
  /// The clock shows the time for which each of them slept.
  public func advance(by duration: Duration) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the clock to a time, unless that is over, and returns when everything that is due by then has
  /// been done.
  public func advance(to instant: Instant) async {
    await jobs.allDone()
    while let sleeper = wakeNext(until: instant) {
      sleeper.resume()
      await jobs.allDone()
    }
    state.withLock { $0.now = max($0.now, instant) }
  }

  /// Moves the clock on until nobody sleeps any more, and returns when everything has been done.
  ///
  /// With an effect that goes on for ever, such as a timer, this would too; so it stops after `limit`, and
  /// returns whether nobody sleeps.
  @discardableResult
  public func run(upTo limit: Duration = .seconds(3600)) async -> Bool {
    await advance(to: now.advanced(by: limit)) { $0.sleepers.isEmpty }
    return sleeperCount == 0
  }

  private func advance(to instant: Instant, unless isDone: (State) -> Bool) async {
    await jobs.allDone()
    while !state.withLock({ isDone($0) }), let sleeper = wakeNext(until: instant) {
      sleeper.resume()
      await jobs.allDone()
    }
  }

  /// Takes the next one out who is due by `instant`, and sets the clock to his time. O(log of the sleepers).
  private func wakeNext(until instant: Instant) -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      while let call = state.calls.least, call.deadline <= instant {
        state.calls.removeLeast()
        guard let sleeper = state.sleepers.removeValue(forKey: call.number) else { continue }
        state.now = max(state.now, call.deadline)
        jobs.wakes(sleeper.task)
        return sleeper.continuation
      }
      return nil
    }
  }
}

extension ManualClock: VirtualClock {
  package var scheduler: any EffectScheduler { jobs }
}
