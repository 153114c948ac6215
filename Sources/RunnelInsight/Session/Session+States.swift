// SPDX-License-Identifier: MIT

public import Foundation

extension Session {
  /// Returns the recorded state after an action as JSON, or `nil` if the recording doesn't have it.
  ///
  /// ```swift
  /// let json = try session.recordedState(after: 41)
  /// ```
  ///
  /// A recording with `states: .everyAction` has all of them. In any other one, most states are
  /// missing: a ``Replay`` computes them. Zero, or any number before the first action, is the
  /// start. O(number of actions since the last whole state in the file).
  ///
  /// - Throws: ``SessionError`` if there is no such action, or if a recorded difference doesn't fit
  ///   the state before.
  public func recordedState(after number: Int) throws -> Data? {
    let position = try position(after: number)
    var cursor = StateCursor(self, notAfter: position)
    while cursor.position < position { _ = try cursor.step() }
    return cursor.state.map { Data($0.description.utf8) }
  }

  /// Returns the number of actions up to one with a number, and with it.
  func position(after number: Int) throws -> Int {
    guard number > info.firstNumber else { return 0 }
    guard var index = index(of: number) else {
      throw SessionError("the session has no action \(number)")
    }
    // A middleware can have passed one action on several times.
    while index + 1 < actions.count, actions[index + 1].number == number { index += 1 }
    return index + 1
  }
}
