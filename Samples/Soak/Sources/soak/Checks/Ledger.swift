// SPDX-License-Identifier: MIT

import Synchronization

/// What an action is called: who made it, and how many he had made before.
struct Stamp: Hashable, Sendable {
  let source: Int
  let number: Int
}

/// Keeps count of all actions: each has to be reduced once, in the order of its source.
final class Ledger: Sendable {
  /// How many actions a source will make.
  enum Promise: Equatable {
    /// As many as it says when it ends.
    case open
    case exactly(Int)
    /// It may be cancelled at any time.
    case atMost
  }

  /// What several sources are cancelled by.
  enum Group: Hashable {
    case lane(Int), replaced(Int), row(Int), isOn
  }

  /// What replaces what came before, so that only the last one has to come.
  enum Key: Hashable {
    case debounced(Int), throttled(Int)
  }

  private struct Entry {
    var check = SequenceCheck()
    var promise: Promise
    let group: Group?
    /// Not an effect's.
    let isDispatched: Bool
  }

  private struct Newest {
    var asked = 0
    var came = 0
  }

  private struct State {
    var last = 0
    var entries: [Int: Entry] = [:]
    var groups: [Group: Set<Int>] = [:]
    var cancelled: Set<Int> = []
    var newest: [Key: Newest] = [:]
    var failures = (expected: 0, reported: 0)
  }

  private let faults: Faults
  private let state = Locked(State())
  private let reducedCount = Atomic(0)
  private let waitingCount = Atomic(0)

  init(_ faults: Faults) {
    self.faults = faults
  }

  /// How many actions have been reduced.
  var reduced: Int { reducedCount.load(ordering: .relaxed) }

  /// How many actions wait, but for those that effects have sent.
  var backlog: Int { waitingCount.load(ordering: .relaxed) }

  func noteDispatch() {
    waitingCount.add(1, ordering: .relaxed)
  }

  // MARK: Sources

  /// Takes note of a new source, and returns what it is called.
  func open(_ promise: Promise, in group: Group? = nil) -> Int {
    state.withLock { state in
      state.last += 1
      state.entries[state.last] = Entry(
        promise: promise, group: group, isDispatched: promise == .open)
      if let group { state.groups[group, default: []].insert(state.last) }
      return state.last
    }
  }

  /// A source that was open has made this many actions.
  func close(_ source: Int, after count: Int) {
    state.withLock { state in
      guard let entry = state.entries[source] else { return }
      state.entries[source]?.promise = .exactly(count)
      if entry.check.next >= count { state.entries[source] = nil }
    }
  }

  /// From now on no action of these sources may be reduced.
  func cancel(_ group: Group) {
    state.withLock { state in
      for source in state.groups.removeValue(forKey: group) ?? [] {
        state.entries[source] = nil
        state.cancelled.insert(source)
      }
    }
  }

  /// An action is being reduced.
  func take(_ stamp: Stamp) {
    reducedCount.add(1, ordering: .relaxed)
    let fault = state.withLock { state -> String? in
      let source = stamp.source
      guard let slip = state.entries[source]?.check.take(stamp.number) else {
        guard let entry = state.entries[source] else {
          return state.cancelled.contains(source)
            ? "\(stamp) was reduced after it had been cancelled" : "\(stamp) was reduced again"
        }
        if entry.promise == .exactly(entry.check.next) { state.entries[source] = nil }
        if entry.isDispatched { waitingCount.subtract(1, ordering: .relaxed) }
        return nil
      }
      return "of source \(source), \(slip)"
    }
    if let fault { faults.report(fault) }
  }

  // MARK: What replaces what came before

  /// Returns the number of what has been asked for.
  func ask(_ key: Key) -> Int {
    state.withLock { state in
      state.newest[key, default: Newest()].asked += 1
      return state.newest[key]?.asked ?? 0
    }
  }

  func came(_ key: Key, _ number: Int) {
    let isInOrder = state.withLock { state in
      let newest = state.newest[key, default: Newest()]
      state.newest[key]?.came = number
      return number > newest.came && number <= newest.asked
    }
    if !isInOrder { faults.report("\(key) brought \(number) out of order") }
  }

  // MARK: Errors

  func expectFailure() {
    state.withLock { $0.failures.expected += 1 }
  }

  func noteFailure() {
    state.withLock { $0.failures.reported += 1 }
  }

  // MARK: When all is still

  /// Reports what is missing, and begins anew.
  func settle() {
    let missing = state.withLock { state in
      var missing: [String] = []
      for (source, entry) in state.entries.sorted(by: { $0.key < $1.key }) {
        switch entry.promise {
        case .exactly(let count):
          if let slip = entry.check.missing(of: count) {
            missing.append("of source \(source), \(slip)")
          }
        case .open: missing.append("source \(source) was not closed")
        case .atMost: break
        }
      }
      for (key, newest) in state.newest where newest.asked != newest.came {
        missing.append("\(key) brought \(newest.came) last, not \(newest.asked)")
      }
      if state.failures.expected != state.failures.reported {
        missing.append(
          "\(state.failures.reported) of \(state.failures.expected) errors were reported")
      }
      state = State(last: state.last)
      return missing
    }
    if backlog != 0 { faults.report("\(backlog) actions were dispatched and never reduced") }
    missing.forEach(faults.report)
  }
}

/// Whoever dispatches numbered actions. Used by one thread at a time.
final class Producer: Sendable {
  let source: Int
  private let ledger: Ledger
  private let count = Atomic(0)

  init(_ ledger: Ledger) {
    self.ledger = ledger
    source = ledger.open(.open)
  }

  deinit {
    ledger.close(source, after: count.load(ordering: .relaxed))
  }

  /// For the next action.
  func stamp() -> Stamp {
    ledger.noteDispatch()
    let number = count.add(1, ordering: .relaxed).oldValue
    return Stamp(source: source, number: number)
  }
}
