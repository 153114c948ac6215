// SPDX-License-Identifier: MIT

public import Foundation

extension Session {
  /// Returns the recorded state after an action as JSON, or `nil` if the recording doesn't have it.
  ///
  /// ```swift
  /// let json = try session.recordedState(after: 41)
  /// ```
  ///
  /// A recording with `states: .everyAction` has all of them. Any other one misses most: a
  /// ``Replay`` computes them. Zero, or any number before the first action, is the start. After an
  /// action that a middleware has ended, the state is the one before. O(size of the state, of the
  /// changes since the last whole state in the file, and of dictionaries that get or lose a key).
  ///
  /// - Throws: ``SessionError`` if the session ends before the action, or if a recorded difference
  ///   doesn't fit the state before.
  public func recordedState(after number: Int) throws -> Data? {
    try cursor(after: number).state.map { Data($0.description.utf8) }
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
  /// A change is a text such as `cart.total: 5 → -3`, with values in about `valueLimit` characters:
  /// of a longer object, what is nested in it is left out first. Elements of an array with IDs are
  /// called by them, as in `rows[id 7].isDone: false → true`, and are inserted, removed and moved:
  /// `rows[id 9]: moved from 5 to 0`. See ``elementIDs(of:)`` for the rule. The changes are `nil`
  /// if the recording doesn't have the states before and after the action: record with
  /// `states: .everyAction`. It begins behind the action with a number, and ends when the closure
  /// returns `false`. O(size of the changes, of the dictionaries that get or lose a key, and of the
  /// arrays whose elements get other places or which are seen first), and O(size of the state) for
  /// an action with a whole state in the file.
  ///
  /// - Throws: ``SessionError`` if the session ends before the action, or if a recorded difference
  ///   doesn't fit the state before, and what the closure throws.
  public func forEachChange(
    after number: Int = 0, valueLimit: Int = 200,
    _ body: (RecordedAction, _ changes: [String]?) throws -> Bool
  ) throws {
    var cursor = try cursor(after: number)
    while let (action, changes) = try cursor.step(describingChanges: true) {
      guard try body(action, changes?.map { $0.description(valueLimit: valueLimit) })
      else { return }
    }
  }

  private func cursor(after number: Int) throws -> StateCursor {
    let position = try position(after: number)
    var cursor = StateCursor(self, notAfter: position)
    while cursor.position < position { try cursor.step() }
    return cursor
  }

  /// Returns the number of actions up to one with a number, and with it: a middleware can have
  /// passed an action on several times, or not at all.
  func position(after number: Int) throws -> Int {
    guard number <= max(info.firstNumber, actions.last?.number ?? 0)
    else { throw SessionError("the session has no action \(number)") }
    return actions.firstIndex(inOrder: { $0.number > number })
  }

  /// Returns the last snapshot that isn't behind a number of actions: O(log(number of snapshots)).
  func snapshot(notAfter actionCount: Int) -> RecordedSnapshot? {
    let index = snapshots.firstIndex(inOrder: { $0.actionCount > actionCount })
    return index > 0 ? snapshots[index - 1] : nil
  }
}

/// A walk through the actions of a session and the states that the recording has after them.
struct StateCursor: Sendable {
  private(set) var position: Int
  /// The recorded state after these actions, or `nil` if the recording has none there.
  private(set) var state: JSONValue?
  private let session: Session
  private var names = ElementNames()

  /// Creates a cursor at the last snapshot that isn't behind a position, or at the start.
  init(_ session: Session, notAfter position: Int = 0) {
    self.session = session
    let snapshot = session.snapshot(notAfter: position)
    self.position = snapshot?.actionCount ?? 0
    state = snapshot.flatMap(session.stateValue)
  }

  /// Whether the recording has the state as a whole here.
  var isAtSnapshot: Bool { session.snapshot(notAfter: position)?.actionCount == position }

  /// Whether the recording has the state after the next action.
  var hasNext: Bool {
    guard position < session.actions.count else { return false }
    return state != nil && session.actions[position].changes != nil
      || session.snapshot(notAfter: position + 1)?.actionCount == position + 1
  }

  /// Passes the next action, and returns it with its changes of the state, or `nil` at the end.
  ///
  /// The changes are `nil` unless they are described, and the recording has the states before and
  /// after the action. It throws a ``SessionError`` if a difference doesn't fit the state before.
  @discardableResult
  mutating func step(
    describingChanges isDescribed: Bool = false
  ) throws -> (action: RecordedAction, changes: [StateChange]?)? {
    guard position < session.actions.count else { return nil }
    let action = session.actions[position]
    position += 1
    if let snapshot = session.snapshot(notAfter: position), snapshot.actionCount == position {
      let before = state
      state = session.stateValue(snapshot)
      guard isDescribed, let before, let state else { return (action, nil) }
      names = ElementNames()
      return (action, StateChange.from(before, to: state))
    }
    guard var next = state, let changes = action.changes else {
      // The next difference starts from another state.
      state = nil
      return (action, nil)
    }
    // The value moves to `next`, and isn't copied for the changes.
    state = nil
    var described: [StateChange]?
    if isDescribed {
      described = names.apply(changes, to: &next)
    } else {
      described = changes.allSatisfy { $0.apply(to: &next) != nil } ? [] : nil
    }
    guard let described else {
      throw SessionError(line: action.fileLine, "its `diff` doesn't fit the state before")
    }
    state = next
    return (action, isDescribed ? described : nil)
  }
}
