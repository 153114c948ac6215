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
    guard position < session.actions.count else { return nil }
    let action = session.actions[position]
    position += 1
    if let snapshot = session.snapshot(notAfter: position), snapshot.actionCount == position {
      state = session.stateValue(snapshot)
    } else if var next = state, let changes = action.changes {
      // The value moves to `next`, and isn't copied for the changes.
      state = nil
      for change in changes where !change.apply(to: &next) {
        throw SessionError(line: action.fileLine, "its `diff` doesn't fit the state before")
      }
      state = next
    } else {
      // The next difference starts from another state.
      state = nil
    }
    return action
  }

  /// Passes the next action, and returns it with its changes of the state, or `nil` at the end.
  ///
  /// The changes are `nil` if the recording doesn't have the states before and after the action.
  mutating func stepWithChanges() throws -> (action: RecordedAction, changes: [JSONChange]?)? {
    let before = state
    guard let action = try step() else { return nil }
    guard let before, let state else { return (action, nil) }
    guard let changes = action.changes else { return (action, JSONChange.from(before, to: state)) }
    var partial = before
    let described = changes.map { change in
      let old = partial.value(at: change.path)
      _ = change.apply(to: &partial)
      return JSONChange(path: change.path, value: change.value, old: old)
    }
    return (action, described)
  }
}

extension Session {
  /// Returns the last snapshot that isn't behind a number of actions, or `nil`.
  ///
  /// O(log(number of snapshots)).
  func snapshot(notAfter actionCount: Int) -> RecordedSnapshot? {
    var (low, high) = (0, snapshots.count)
    while low < high {
      let middle = (low + high) / 2
      if snapshots[middle].actionCount <= actionCount { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? snapshots[low - 1] : nil
  }
}
