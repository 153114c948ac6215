// SPDX-License-Identifier: MIT

/// The reducers that were added to a store at run time.
struct Additions: Sendable {
  /// Who added a reducer, to what, and under which word.
  struct Key: Hashable {
    let owner: ObjectIdentifier
    /// The type of the slice, which tells the cases of one enum from each other.
    let slice: ObjectIdentifier
    let word: String
  }

  private struct State {
    var last: UInt64 = 0
    var keyed: [Key: Keyed] = [:]
  }

  private struct Keyed {
    let addition: UInt64
    /// What the owner has been given to end it by.
    var end: Disposable?
  }

  private let state = Locked(State())

  /// A number for a reducer that has none yet. Zero is for those that the store was made with.
  func next() -> UInt64 {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// Calls `post` with the number of the reducer that has the key, if there is one, and that of the one which
  /// takes its place. Calls for one key come in the order in which they take effect.
  func replace(
    _ key: Key,
    _ post: (_ replaced: UInt64?, _ addition: UInt64) -> Void
  ) -> UInt64 {
    let (addition, replaced) = state.withLock { state in
      state.last += 1
      let replaced = state.keyed.updateValue(Keyed(addition: state.last), forKey: key)
      post(replaced?.addition, state.last)
      return (state.last, replaced)
    }
    // It has ended already; this lets its owner know.
    replaced?.end?.dispose()
    return addition
  }

  /// Takes note of what the owner of a reducer ends it by, to let him know when it has ended otherwise.
  func keep(_ end: Disposable, of addition: UInt64, _ key: Key) {
    let isThere = state.withLock { state in
      guard state.keyed[key]?.addition == addition else { return false }
      state.keyed[key]?.end = end
      return true
    }
    if !isThere { end.dispose() }
  }

  /// Calls `post` with the number of the reducer that has the key, if there is one and it is `expected`.
  func remove(_ key: Key, _ expected: UInt64?, _ post: (UInt64) -> Void) -> Bool {
    let removed = state.withLock { state -> Keyed? in
      guard let keyed = state.keyed[key], expected ?? keyed.addition == keyed.addition
      else { return nil }
      state.keyed[key] = nil
      post(keyed.addition)
      return keyed
    }
    removed?.end?.dispose()
    return removed != nil
  }
}

extension Engine {
  /// Ends the reducer that has a key, if there is one, and it is `expected`.
  func removeAddition(_ key: Additions.Key, _ expected: UInt64? = nil) -> Bool {
    additions.remove(key, expected) { addition in
      post(.change(removing: addition, adding: [], as: 0))
    }
  }
}
