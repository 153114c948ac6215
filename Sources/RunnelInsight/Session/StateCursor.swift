// SPDX-License-Identifier: MIT

/// A walk through the actions of a session and the states that the recording has after them.
struct StateCursor: Sendable {
  /// The number of actions that have been passed.
  private(set) var position: Int
  /// The recorded state after these actions, or `nil` if the recording has none there.
  private(set) var state: JSONValue?
  private let session: Session

  /// Creates a cursor at the last snapshot that isn't behind a position, or at the start.
  init(_ session: Session, notAfter position: Int = 0) {
    self.session = session
    let snapshot = session.snapshot(notAfter: position)
    self.position = snapshot?.actionCount ?? 0
    state = snapshot.flatMap(session.stateValue)
  }

  /// Passes the next action, and returns it, or `nil` at the end.
  ///
  /// - Throws: ``SessionError`` if a difference doesn't fit the state before.
  mutating func step() throws -> RecordedAction? {
    var ignored: [JSONChange]?
    return try step(&ignored)
  }

  /// Passes the next action, and returns it with its changes of the state, or `nil` at the end.
  ///
  /// The changes are `nil` if the recording doesn't have the states before and after the action.
  mutating func stepWithChanges() throws -> (action: RecordedAction, changes: [JSONChange]?)? {
    var described: [JSONChange]? = []
    return try step(&described).map { ($0, described) }
  }

  /// Passes an action, and sets its changes with the values before unless they are `nil`.
  private mutating func step(_ described: inout [JSONChange]?) throws -> RecordedAction? {
    guard position < session.actions.count else { return nil }
    let action = session.actions[position]
    position += 1
    if let snapshot = session.snapshot(notAfter: position), snapshot.actionCount == position {
      let before = state
      state = session.stateValue(snapshot)
      if described != nil {
        described = before.flatMap { before in state.map { JSONChange.from(before, to: $0) } }
      }
    } else if var next = state, let changes = action.changes {
      // The value moves to `next`, and isn't copied for the changes.
      state = nil
      for change in changes {
        if described != nil {
          let old = next.value(at: change.path)
          described?.append(JSONChange(path: change.path, value: change.value, old: old))
        }
        guard change.apply(to: &next) else {
          throw SessionError(line: action.fileLine, "its `diff` doesn't fit the state before")
        }
      }
      state = next
    } else {
      // The next difference starts from another state.
      state = nil
      described = nil
    }
    return action
  }
}

extension Session {
  /// Returns the last snapshot that isn't behind a number of actions, or `nil`.
  ///
  /// O(log(number of snapshots)).
  func snapshot(notAfter actionCount: Int) -> RecordedSnapshot? {
    let index = snapshots.firstIndex(inOrder: { $0.actionCount > actionCount })
    return index > 0 ? snapshots[index - 1] : nil
  }
}
