// SPDX-License-Identifier: MIT

import Runnel

/// What the store of a ``TestStore`` has done and nobody has asserted yet.
///
/// Written on the store's queue, read by the test.
final class TestLog<State: Sendable>: Sendable {
  /// An action that has been reduced.
  struct Entry: Sendable {
    let number: UInt64
    let action: any Action
    /// What it left behind.
    let state: State
  }

  /// An action that has been taken out of the log.
  struct Taken: Sendable {
    /// The actions before it, which nobody has asserted.
    let skipped: [any Action]
    /// The state that it found.
    let before: State
    /// The action; `nil` if it has not been reduced.
    let entry: Entry?

    /// The state that it left behind.
    var after: State { entry?.state ?? before }
  }

  private struct Content {
    var entries: ArraySlice<Entry> = []
    var asserted: State
    var events = 0
    var problems: [String] = []
    var isFinished = false

    /// Takes out the first entries, and returns the state that they left behind.
    mutating func passBy(_ count: Int) {
      guard count > 0 else { return }
      asserted = entries[entries.startIndex + count - 1].state
      entries = ArraySlice(entries.dropFirst(count))
    }
  }

  private let content: Locked<Content>

  init(_ state: State) {
    content = Locked(Content(asserted: state))
  }

  /// What the store has to call.
  var hooks: Hooks {
    var hooks = Hooks()
    hooks.enqueued = { [self] record in
      content.withLock { $0.events += 1 }
      TestTicket.current?.take(record.sequence)
    }
    hooks.inspected = { [self] record, root in
      let state = root.assumingMemoryBound(to: State.self).pointee
      let entry = Entry(number: record.sequence, action: record.action, state: state)
      content.withLock { content in
        content.events += 1
        content.entries.append(entry)
      }
    }
    hooks.unhandled = { [self] command, site in
      report(TestMessage.unhandled(command, site))
    }
    return hooks
  }

  // MARK: Reading

  /// The state after the last action that has been asserted.
  var asserted: State { content.withLock { $0.asserted } }

  /// Grows with each action that is dispatched or reduced.
  var events: Int { content.withLock { $0.events } }

  /// The actions that nobody has asserted, in order.
  var actions: [any Action] { content.withLock { $0.entries.map(\.action) } }

  // MARK: Taking out

  /// Takes out the action with a number, and those before it.
  func take(number: UInt64) -> Taken {
    content.withLock { content in
      let before = content.entries.prefix { $0.number < number }
      // A middleware may have made several of one.
      let own = content.entries.dropFirst(before.count).prefix { $0.number == number }
      content.passBy(before.count)
      let found = content.asserted
      content.passBy(own.count)
      return Taken(skipped: before.map(\.action), before: found, entry: own.last)
    }
  }

  /// Takes out the first action that matches, and those before it; nothing if there is none.
  func take(where matches: (any Action) -> Bool) -> Taken? {
    // With nothing locked: the closure is the user's.
    guard let number = content.withLock({ $0.entries }).firstIndex(where: { matches($0.action) })
    else { return nil }
    return content.withLock { content in
      let skipped = content.entries.prefix(upTo: number)
      content.passBy(skipped.count)
      let before = content.asserted
      let entry = content.entries.first
      content.passBy(entry == nil ? 0 : 1)
      return Taken(skipped: skipped.map(\.action), before: before, entry: entry)
    }
  }

  /// Takes all actions out.
  func takeAll() {
    content.withLock { $0.passBy($0.entries.count) }
  }

  // MARK: What must not happen

  /// Takes note of something that fails the test, to be reported in its own task.
  func report(_ problem: String) {
    content.withLock { $0.problems.append(problem) }
  }

  /// What has been reported since the last call.
  func takeProblems() -> [String] {
    content.withLock { content in
      defer { content.problems = [] }
      return content.problems
    }
  }

  /// Whether the test has come to its end in good order.
  var isFinished: Bool {
    get { content.withLock { $0.isFinished } }
    set { content.withLock { $0.isFinished = newValue } }
  }
}

/// Finds out the number that a store gives to an action that is dispatched.
final class TestTicket: Sendable {
  /// The one of the dispatch that goes on in this task.
  @TaskLocal static var current: TestTicket?

  private let taken = Locked<UInt64?>(nil)

  /// The number, once the action has been dispatched.
  var number: UInt64 { taken.withLock { $0 ?? 0 } }

  func take(_ number: UInt64) {
    taken.withLock { $0 = $0 ?? number }
  }
}
