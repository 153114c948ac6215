// SPDX-License-Identifier: MIT

/// The number of an action: its source, and the number of earlier actions of that source.
struct Stamp: Hashable, Sendable { let source: Int, number: Int }

/// An account of all actions, each of which must be reduced once, in the order of its source.
final class Ledger: Sendable {
  /// The number of actions that a source makes: declared when it is closed, a certain one, or any,
  /// because it can be canceled at any time.
  enum Promise: Equatable { case open, exactly(Int), atMost }

  /// A group of sources that are canceled together.
  enum Group: Hashable { case lane(Int), replaced(Int), row(Int), isOn }

  /// The key of requests that replace earlier ones, so that only the last one must arrive.
  enum Key: Hashable { case debounced(Int), throttled(Int) }

  private struct State {
    var last = 0
    var (reduced, backlog) = (0, 0)
    var sources: [Int: (next: Int, promise: Promise, isDispatched: Bool)] = [:]
    var groups: [Group: Set<Int>] = [:]
    var canceled: Set<Int> = []
    var newest: [Key: (requested: Int, came: Int)] = [:]
    var failures = (expected: 0, reported: 0)
  }

  private let faults: Faults
  private let state = Locked(State())

  init(_ faults: Faults) { self.faults = faults }

  var reduced: Int { state.withLock { $0.reduced } }
  /// The pending actions, without those of effects.
  var backlog: Int { state.withLock { $0.backlog } }

  func noteDispatch() { state.withLock { $0.backlog += 1 } }

  /// Registers a new source, and returns its number.
  func open(_ promise: Promise, in group: Group? = nil) -> Int {
    state.withLock { state in
      state.last += 1
      state.sources[state.last] = (next: 0, promise: promise, isDispatched: promise == .open)
      if let group { state.groups[group, default: []].insert(state.last) }
      return state.last
    }
  }

  /// Declares the number of actions of an open source.
  func close(_ source: Int, after count: Int) {
    state.withLock { state in
      state.sources[source]?.promise = .exactly(count)
      if let next = state.sources[source]?.next, next >= count { state.sources[source] = nil }
    }
  }

  /// Declares that no action of these sources can be reduced from now on.
  func cancel(_ group: Group) {
    state.withLock { state in
      for source in state.groups.removeValue(forKey: group) ?? [] {
        state.sources[source] = nil
        state.canceled.insert(source)
      }
    }
  }

  /// Records that an action is being reduced, or was dropped.
  func take(_ stamp: Stamp, isDropped: Bool = false) {
    let fault = state.withLock { state -> String? in
      if !isDropped { state.reduced += 1 }
      guard let source = state.sources[stamp.source] else {
        let isCanceled = state.canceled.contains(stamp.source)
        if isCanceled, isDropped { return nil }
        return "\(stamp) was reduced \(isCanceled ? "after it had been canceled" : "again")"
      }
      let next = max(source.next, stamp.number + 1)
      state.sources[stamp.source]?.next = next
      if stamp.number != source.next { return "\(stamp) was reduced instead of \(source.next)" }
      if source.promise == .exactly(next) { state.sources[stamp.source] = nil }
      if source.isDispatched { state.backlog -= 1 }
      return nil
    }
    faults.report(fault)
  }

  /// Returns the number of a new request that replaces earlier ones.
  func request(_ key: Key) -> Int {
    state.withLock { state in
      state.newest[key, default: (0, 0)].requested += 1
      return state.newest[key]?.requested ?? 0
    }
  }

  func came(_ key: Key, _ number: Int) {
    let newest = state.withLock { state in
      defer { state.newest[key]?.came = number }
      return state.newest[key] ?? (0, 0)
    }
    if number <= newest.came || number > newest.requested {
      faults.report("\(key) delivered \(number) out of order")
    }
  }

  func noteFailure(expected: Int = 0, reported: Int = 0) {
    state.withLock {
      $0.failures = ($0.failures.expected + expected, $0.failures.reported + reported)
    }
  }

  /// Reports what is missing after settling, and starts again.
  func settle() {
    let old = state.withLock { state in
      defer { (state.sources, state.groups, state.canceled, state.newest) = ([:], [:], [], [:]) }
      return state
    }
    if old.backlog != 0 { faults.report("\(old.backlog) actions were never reduced") }
    for (number, source) in old.sources.sorted(by: { $0.key < $1.key }) {
      if case .exactly(let count) = source.promise, source.next < count {
        faults.report("of source \(number), \(source.next)..<\(count) did not arrive")
      } else if source.promise == .open {
        faults.report("source \(number) was not closed")
      }
    }
    for (key, newest) in old.newest where newest.requested != newest.came {
      faults.report("\(key) delivered \(newest.came) last, not \(newest.requested)")
    }
    let (expected, reported) = old.failures
    if expected != reported { faults.report("\(reported) of \(expected) errors were reported") }
  }
}

/// A source of numbered actions, used by one thread at a time.
final class Producer: Sendable {
  let source: Int
  private let ledger: Ledger
  private let count = Locked(0)

  init(_ ledger: Ledger) {
    self.ledger = ledger
    source = ledger.open(.open)
  }

  deinit { ledger.close(source, after: count.withLock { $0 }) }

  func stamp() -> Stamp {
    ledger.noteDispatch()
    count.withLock { $0 += 1 }
    return Stamp(source: source, number: count.withLock { $0 - 1 })
  }
}

/// The records that reducers and effects write.
struct Books: Sendable { let ledger: Ledger, faults: Faults, lives: Lives }
