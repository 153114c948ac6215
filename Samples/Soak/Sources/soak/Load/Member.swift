// SPDX-License-Identifier: MIT

/// A temporary part of the load: an observer, a component, or an effect that the state requests.
///
/// Releasing a member also ends it.
struct Member: Sendable {
  /// Whether it dispatches actions, so that it must end before the store can settle.
  var isSource = false
  /// Ends it, on its own queue.
  let end: @Sendable () -> Void
  /// Returns its fault after settling, if any.
  var fault: @Sendable () -> String? = { nil }
  /// Returns when it has ended by itself, which it does after the last value.
  var finish: (@Sendable () async -> Void)?
}

/// A receiver of the values of one observer on any thread, which reports faults.
final class Probe: Sendable {
  private struct State {
    var check: ReadingCheck
    /// The reading after which no other one is needed.
    var goal: Reading?
  }

  /// A source that sometimes dispatches when a value arrives, if any.
  ///
  /// It is the first property, so that it is closed before the life ends.
  let echo: Producer?
  private let name: String
  private let books: Books
  private let state: Locked<State>
  private let life: Life

  init(_ name: String, isEvery: Bool, echoes: Bool = false, _ books: Books) {
    self.name = name
    self.books = books
    life = books.lives.begin()
    echo = echoes ? Producer(books.ledger) : nil
    state = Locked(State(check: ReadingCheck(isEvery: isEvery)))
  }

  func receive(_ reading: Reading) {
    let fault = state.withLock { $0.check.take(reading) }
    if let fault { books.faults.report("\(name) \(fault)") }
  }

  /// Declares that no value can arrive from now on.
  func end() {
    state.withLock { $0.check.end() }
  }

  func fault(_ current: Reading) -> String? {
    state.withLock { $0.check.missing(of: current) }.map { "\(name) \($0)" }
  }

  // MARK: For readers

  /// Sets the last reading to wait for, and returns whether it has been reached.
  func setGoal(_ goal: Reading) -> Bool {
    state.withLock { state in
      state.goal = goal
      return state.check.last == goal
    }
  }

  /// Whether the last reading is the one to reach.
  var hasReachedGoal: Bool {
    state.withLock { $0.goal != nil && $0.check.last == $0.goal }
  }
}
