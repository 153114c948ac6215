// SPDX-License-Identifier: MIT

package import Runnel

/// A clock that advances only when a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
/// await store.send(Search.Action.textChanged("swift")) { $0.text = "swift" }
/// await clock.advance(by: .milliseconds(300))
/// ```
///
/// Sleeping tasks wake in deadline order; those with the same deadline wake in the order in which
/// they began to sleep. Moving the clock by hours takes no real time.
///
/// ``advance(by:)`` returns when all due work is done: pending actions, and steps of tasks that run
/// effects of the clock's stores. It doesn't wait for other work, such as on the main actor, a
/// queue or the network: use `receive` of a ``TestStore`` for the resulting actions.
public final class ManualClock: Clock, Sendable {
  /// A point in time of a manual clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The duration since the start of the clock.
    public let offset: Duration

    /// Creates a point in time after the start of the clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns a later point in time.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the duration to another point in time.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns whether one point in time is before another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }

    /// The duration since the start of the clock.
    public var description: String { "\(offset)" }
  }

  private struct Sleeper {
    let deadline: Instant
    let number: UInt64
    let task: TaskIdentity
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    /// The sleepers in the order in which they wake: by deadline, and then by number.
    ///
    /// A slice: most sleepers are new at the end and wake at the start, which moves no others. Any
    /// other place is O(number of sleepers).
    var sleepers: ArraySlice<Sleeper> = []
    var canceled: Set<UInt64> = []
    var last: UInt64 = 0

    /// Returns the position of a sleeper, or where it belongs: O(log(number of sleepers)).
    func position(of number: UInt64, until deadline: Instant) -> Int {
      var range = sleepers.startIndex..<sleepers.endIndex
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        let other = sleepers[middle]
        if (other.deadline, other.number) < (deadline, number) {
          range = middle + 1..<range.upperBound
        } else {
          range = range.lowerBound..<middle
        }
      }
      return range.lowerBound
    }

    mutating func remove(_ number: UInt64, until deadline: Instant) -> Sleeper? {
      let position = position(of: number, until: deadline)
      guard position < sleepers.endIndex, sleepers[position].number == number else { return nil }
      return sleepers.remove(at: position)
    }
  }

  private let state = Locked(State())
  package let jobs = CountedJobs()

  /// Creates a clock at time zero.
  public init() {}

  /// The current time of the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// The resolution of the clock, which is zero.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that are sleeping on the clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The time until the next task wakes, or `nil` if none sleeps.
  var timeToWakeup: Duration? {
    state.withLock { state in state.sleepers.first.map { state.now.duration(to: $0.deadline) } }
  }

  package var rememberedCount: Int {
    state.withLock { $0.sleepers.count + $0.canceled.count }
  }

  /// All tasks of effects sleep on the clock, though child tasks of theirs can work: only moving it
  /// can continue them.
  package var areAllAsleep: Bool {
    let tasks = jobs.tasks
    return state.withLock { tasks.isSubset(of: $0.sleepers.map(\.task)) }
  }

  /// Waits until the clock reaches `deadline`, and throws when the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let task = TaskIdentity.current
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if state.canceled.remove(number) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.insert(
            Sleeper(deadline: deadline, number: number, task: task, continuation: continuation),
            at: state.position(of: number, until: deadline))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.remove(number, until: deadline)
        if sleeper == nil { state.canceled.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    // A task canceled immediately after it was woken leaves its number behind.
    state.withLock { _ = $0.canceled.remove(number) }
  }

  /// Moves the clock forward, and returns when all work due by then is done.
  ///
  /// Due sleepers wake one at a time, at their deadlines, each after the work of the one before.
  public func advance(by duration: Duration) async {
    let instant = now.advanced(by: duration)
    await wakeSleepers(until: instant)
    state.withLock { $0.now = max($0.now, instant) }
  }

  /// Moves the clock forward until no task sleeps, and returns when all work is done.
  ///
  /// An endless effect, such as a timer, never stops sleeping: the clock moves by `limit` at most,
  /// and this returns `false`.
  @discardableResult
  public func run(upTo limit: Duration = .seconds(3600)) async -> Bool {
    await wakeSleepers(until: now.advanced(by: limit))
    return sleeperCount == 0
  }

  private func wakeSleepers(until instant: Instant) async {
    await jobs.allDone()
    while let sleeper = removeNext(until: instant) {
      sleeper.continuation.resume()
      await jobs.allDone()
    }
  }

  /// Removes the next sleeper due by `instant`, and sets the clock to its deadline.
  private func removeNext(until instant: Instant) -> Sleeper? {
    state.withLock { state in
      guard let next = state.sleepers.first, next.deadline <= instant else { return nil }
      state.now = max(state.now, next.deadline)
      return state.sleepers.popFirst()
    }
  }
}

extension ManualClock: VirtualClock {
  package var scheduler: any EffectScheduler { jobs }
}
