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
  /// start. After an action that a middleware has ended, the state is the one before. O(size of the
  /// state, and of the changes since the last whole state in the file), beside the dictionaries
  /// that get or lose a key.
  ///
  /// - Throws: ``SessionError`` if the session ends before the action, or if a recorded difference
  ///   doesn't fit the state before.
  public func recordedState(after number: Int) throws -> Data? {
    let position = try position(after: number)
    var cursor = StateCursor(self, notAfter: position)
    while cursor.position < position { _ = try cursor.step() }
    return cursor.state.map { Data($0.description.utf8) }
  }

  /// Calls a closure with each action and its changes of the recorded state.
  ///
  /// ```swift
  /// try session.forEachChange(after: 40) { action, changes in
  ///   print(action, changes ?? [])
  ///   return true
  /// }
  /// ```
  ///
  /// A change is a text such as `cart.total: 5 → -3`. The changes are `nil` if the recording
  /// doesn't have the states before and after the action: record with `states: .everyAction`.
  /// O(size of the changes, and of the dictionaries that get or lose a key), and O(size of the
  /// state) for an action with a whole state in the file.
  ///
  /// - Parameters:
  ///   - number: The number of the action after which to begin. By default it is the start.
  ///   - body: The closure, which returns `false` to end.
  /// - Throws: ``SessionError`` if the session ends before the action, or if a recorded difference
  ///   doesn't fit the state before, and what the closure throws.
  public func forEachChange(
    after number: Int = 0, _ body: (RecordedAction, _ changes: [String]?) throws -> Bool
  ) throws {
    let position = try position(after: number)
    var cursor = StateCursor(self, notAfter: position)
    while cursor.position < position { _ = try cursor.step() }
    while let (action, changes) = try cursor.stepWithChanges() {
      guard try body(action, changes?.map(\.description)) else { return }
    }
  }

  /// Returns the number of actions up to one with a number, and with it.
  ///
  /// A middleware can have passed an action on several times, or not at all.
  func position(after number: Int) throws -> Int {
    guard number <= max(info.firstNumber, actions.last?.number ?? 0) else {
      throw SessionError("the session has no action \(number)")
    }
    return actions.firstIndex(inOrder: { $0.number > number })
  }
}
