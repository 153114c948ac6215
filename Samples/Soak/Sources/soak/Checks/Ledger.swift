// SPDX-License-Identifier: MIT

import Synchronization

/// The number of an action: its source, and the number of earlier actions of that source.
struct Stamp: Hashable, Sendable {
  let source: Int
  let number: Int
}

/// An account of all actions, each of which must be reduced once, in the order of its source.
final class Ledger: Sendable {
  /// The number of actions that a source makes.
  enum Promise: Equatable {
    /// The number is declared when the source is closed.
    case open
    case exactly(Int)
    /// At most any number: it can be canceled at any time.
    case atMost
  }

  /// A group of sources that are canceled together.
  enum Group: Hashable {
    case lane(Int), replaced(Int), row(Int), isOn
  }

  /// The key of requests that replace earlier ones, so that only the last one must arrive.
  enum Key: Hashable {
    case debounced(Int), throttled(Int)
  }

  private struct Entry {
    var check = SequenceCheck()
    var promise: Promise
    let group: Group?
    /// Whether a thread dispatches it, and not an effect.
    let isDispatched: Bool
  }

  private struct Newest {
    var requested = 0
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

  /// The number of actions that have been reduced.
  var reduced: Int { reducedCount.load(ordering: .relaxed) }

  /// The number of pending actions, without those of effects.
  var backlog: Int { waitingCount.load(ordering: .relaxed) }

  func noteDispatch() {
    waitingCount.add(1, ordering: .relaxed)
  }

  // MARK: Sources

  /// Registers a new source, and returns its number.
  func open(_ promise: Promise, in group: Group? = nil) -> Int {
    state.withLock { state in
      state.last += 1
      state.entries[state.last] = Entry(
        promise: promise, group: group, isDispatched: promise == .open)
      if let group { state.groups[group, default: []].insert(state.last) }
      return state.last
    }
  }

  /// Declares the number of actions of an open source.
  func close(_ source: Int, after count: Int) {
    state.withLock { state in
      guard let entry = state.entries[source] else { return }
      state.entries[source]?.promise = .exactly(count)
      if entry.check.next >= count { state.entries[source] = nil }
    }
  }

  /// Declares that no action of these sources can be reduced from now on.
  func cancel(_ group: Group) {
    state.withLock { state in
      for source in state.groups.removeValue(forKey: group) ?? [] {
        state.entries[source] = nil
        state.cancelled.insert(source)
      }
    }
  }

  /// Records that an action is being reduced.
  func take(_ stamp: Stamp) {
    reducedCount.add(1, ordering: .relaxed)
    let fault = state.withLock { state -> String? in
      let source = stamp.source
      guard let slip = state.entries[source]?.check.take(stamp.number) else {
        guard let entry = state.entries[source] else {
          return state.cancelled.contains(source)
            ? "\(stamp) was reduced after it had been canceled" : "\(stamp) was reduced again"
        }
        if entry.promise == .exactly(entry.check.next) { state.entries[source] = nil }
        if entry.isDispatched { waitingCount.subtract(1, ordering: .relaxed) }
        return nil
      }
      return "of source \(source), \(slip)"
    }
    if let fault { faults.report(fault) }
  }

  // MARK: Requests that replace earlier ones

  /// Returns the number of a new request.
  func request(_ key: Key) -> Int {
    state.withLock { state in
      state.newest[key, default: Newest()].requested += 1
      return state.newest[key]?.requested ?? 0
    }
  }

  func came(_ key: Key, _ number: Int) {
    let isInOrder = state.withLock { state in
      let newest = state.newest[key, default: Newest()]
      state.newest[key]?.came = number
      return number > newest.came && number <= newest.requested
    }
    if !isInOrder { faults.report("\(key) delivered \(number) out of order") }
  }

  // MARK: Errors

  func expectFailure() {
    state.withLock { $0.failures.expected += 1 }
  }

  func noteFailure() {
    state.withLock { $0.failures.reported += 1 }
  }

  // MARK: After settling

  /// Reports missing actions, and starts again.
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
      for (key, newest) in state.newest where newest.requested != newest.came {
        missing.append("\(key) delivered \(newest.came) last, not \(newest.requested)")
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

/// A source of numbered actions, used by one thread at a time.
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

  /// Returns the number of the next action.
  func stamp() -> Stamp {
    ledger.noteDispatch()
    let number = count.add(1, ordering: .relaxed).oldValue
    return Stamp(source: source, number: number)
  }
}
