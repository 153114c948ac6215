// SPDX-License-Identifier: MIT

/// The order in which threads that found a lock taken acquire it: first come, first served.
///
/// One thread at a time has its turn. A turn begins when `join` or `endTurn` grants it, and ends
/// with `endTurn`.
struct TurnQueue<Waiter> {
  private var waiting = FIFOQueue<Waiter>()
  private(set) var isTurnTaken = false

  /// Adds a thread, and returns whether its turn begins at once.
  mutating func join(_ waiter: Waiter) -> Bool {
    guard isTurnTaken else {
      isTurnTaken = true
      return true
    }
    waiting.append(waiter)
    return false
  }

  /// Ends the current turn, and returns the thread whose turn begins.
  mutating func endTurn() -> Waiter? {
    let next = waiting.popFirst()
    isTurnTaken = next != nil
    return next
  }
}
