// SPDX-License-Identifier: MIT

/// One of those who come and go: an observer, a component, an effect that the state asks for.
///
/// Letting go of it ends it, too.
struct Member: Sendable {
  /// Whether actions come of it, so that it has to end before all can be still.
  var isSource = false
  /// Ends it, where it belongs.
  let end: @Sendable () -> Void
  /// Says what is wrong with it when all is still.
  var fault: @Sendable () -> String? = { nil }
  /// Returns when it has ended by itself, which it does once it has seen the last value.
  var finish: (@Sendable () async -> Void)?
}

/// Takes what one observer is told, on whatever thread, and reports what is wrong with it.
final class Probe: Sendable {
  private struct State {
    var check: ReadingCheck
    /// After which reading nothing else is wanted.
    var goal: Reading?
  }

  /// Dispatches now and then when told something, if there is one. First, so that it has ended when the life
  /// has.
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

  func tell(_ reading: Reading) {
    let fault = state.withLock { $0.check.take(reading) }
    if let fault { books.faults.report("\(name) \(fault)") }
  }

  /// From now on nothing may come.
  func end() {
    state.withLock { $0.check.end() }
  }

  func fault(_ current: Reading) -> String? {
    state.withLock { $0.check.missing(of: current) }.map { "\(name) \($0)" }
  }

  // MARK: For readers

  /// Says how far to go. Returns whether that has been reached.
  func setGoal(_ goal: Reading) -> Bool {
    state.withLock { state in
      state.goal = goal
      return state.check.last == goal
    }
  }

  /// Whether what was told last is what was to be reached.
  var hasReachedGoal: Bool {
    state.withLock { $0.goal != nil && $0.check.last == $0.goal }
  }
}
