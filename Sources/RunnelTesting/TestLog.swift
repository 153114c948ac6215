// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

/// The reduced actions of a ``TestStore``, written by its queue, that the test hasn't asserted yet.
final class TestLog<State: Sendable>: Sendable {
  struct Entry: Sendable {
    let record: ActionRecord
    let isDropped: Bool
    let state: State
    /// What became of it, if not all reducers of its type were called.
    let outcome: String?

    var number: UInt64 { record.sequence }
    /// The action as failures show it, with its address.
    var name: String { record.description }
  }

  struct Taken: Sendable {
    /// The preceding actions, which the test hasn't asserted.
    let skipped: [String]
    let before: State
    let entry: Entry?

    var after: State { entry?.state ?? before }
  }

  private struct Content {
    var entries: ArraySlice<Entry> = []
    var asserted: State
    var events = 0
    var problems: [String] = []
    /// The number of events when the test last looked after all effects.
    var eventsLookedAfter = 0
    var outcome: String?
    /// What happened to actions and effects since the last step.
    var notes: [String] = []

    mutating func note(_ text: String) {
      notes.append(text)
      if notes.count > 10 { notes.removeFirst() }
    }

    mutating func assertFirst(_ count: Int) {
      guard count > 0 else { return }
      asserted = entries[entries.startIndex + count - 1].state
      entries = ArraySlice(entries.dropFirst(count))
    }

    mutating func take(_ count: Int, after skippedCount: Int) -> Taken {
      let skipped = entries.prefix(skippedCount).map(\.name)
      assertFirst(skippedCount)
      let before = asserted
      let entry = entries.prefix(count).last
      assertFirst(count)
      return Taken(skipped: skipped, before: before, entry: entry)
    }
  }

  private let content: Locked<Content>
  private let jobs: CountedJobs

  init(_ state: State, _ jobs: CountedJobs) {
    content = Locked(Content(asserted: state))
    self.jobs = jobs
  }

  var probe: Probe {
    Probe([.enqueued, .reported, .reduced, .effects, .unhandled]) { [self] event in
      switch event {
      case .enqueued(let record):
        content.withLock { $0.events += 1 }
        if record.parent > 0 { jobs.countAction() }
        TestTicket.current?.withLock { $0 = $0 ?? record.sequence }
      case .reported(let report):
        if report.isReduced, report.reasons.isEmpty { return }
        let outcome = report.outcome
        let name = TypeName.of(report.action)
        let address = report.address.map { " for \($0.escapingControls)" } ?? ""
        content.withLock { content in
          content.outcome = outcome
          content.note("\(name)\(address): \(outcome)")
        }
      case .reduced(let action):
        let record = action.record
        let state = action.root.assumingMemoryBound(to: State.self).pointee
        content.withLock { content in
          content.events += 1
          content.entries.append(
            Entry(
              record: record, isDropped: action.isDropped, state: state, outcome: content.outcome))
          content.outcome = nil
        }
      case .effectEnded(let effect, .canceled):
        let note = "\(effect.describe()): canceled"
        content.withLock { $0.note(note) }
      case .unhandled(let command, let site):
        report(TestMessage.unhandled(command, site))
      default: break
      }
    }
  }

  var asserted: State { content.withLock { $0.asserted } }

  /// The number of actions dispatched and reduced, counted together.
  var events: Int { content.withLock { $0.events } }

  var actions: [String] { content.withLock { $0.entries.map(\.name) } }

  var notes: [String] { content.withLock { $0.notes } }

  func beginStep() { content.withLock { $0.notes = [] } }

  /// Removes entries, and releases them with nothing locked: an object in a state or an action can
  /// have a `deinit` that dispatches.
  private func removing<Result>(_ body: (inout Content) -> Result) -> Result {
    let (result, last) = content.withLock { content in
      let last = content
      return (body(&content), last)
    }
    withExtendedLifetime(last) {}
    return result
  }

  /// Removes the action with a sequence number, and the preceding ones.
  func take(number: UInt64) -> Taken {
    removing { content in
      let skippedCount = content.entries.prefix { $0.number < number }.count
      // A middleware can pass one action on several times.
      let own = content.entries.dropFirst(skippedCount).prefix { $0.number == number }
      return content.take(own.count, after: skippedCount)
    }
  }

  /// Removes the first matching action and the preceding ones, or returns `nil` without a match.
  func take(where matches: (Entry) -> Bool) -> Taken? {
    // Outside the lock: the closure is user code.
    let entries = content.withLock { $0.entries }
    guard let index = entries.firstIndex(where: matches) else { return nil }
    return removing { $0.take(1, after: index - entries.startIndex) }
  }

  /// Removes all actions, and returns whether there were any.
  func takeAll() -> Bool {
    removing { content in
      defer { content.assertFirst(content.entries.count) }
      return !content.entries.isEmpty
    }
  }

  /// Stores a failure, which the test's own task reports.
  func report(_ problem: String) { content.withLock { $0.problems.append(problem) } }

  func takeProblems() -> [String] {
    content.withLock { content in
      defer { content.problems = [] }
      return content.problems
    }
  }

  /// Counts all events so far as looked after: their effects have been canceled.
  func skipEvents() {
    content.withLock { $0.eventsLookedAfter = max($0.eventsLookedAfter, $0.events) }
  }

  /// Counts later events as looked after, too: what they lead to is asserted, or fails the test.
  func finish() { content.withLock { $0.eventsLookedAfter = .max } }

  /// Whether something has happened whose effects nobody looks after.
  var isUnfinished: Bool { content.withLock { $0.events > $0.eventsLookedAfter } }
}

enum TestTicket {
  /// The ticket of the dispatch in progress in this task.
  @TaskLocal static var current: Locked<UInt64?>?
}

/// Calls `body` with a value of a task-local variable.
///
/// Never optimized: the optimizer can free the value before what the caller has allocated after it,
/// which ends the program (swiftlang/swift issue 75501).
@inline(never)
@_optimize(none)
func withTaskLocal<Value: Sendable, Result>(
  _ variable: TaskLocal<Value>, _ value: Value, _ body: () -> Result
) -> Result {
  variable.withValue(value, operation: body)
}
