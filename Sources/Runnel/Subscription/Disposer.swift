// SPDX-License-Identifier: MIT

/// Ends what it was given when it goes away: the owner of subscriptions.
///
/// Keep one in each object that subscribes or connects to a store, and everything that the object
/// started ends with it:
///
/// ```swift
/// final class Player {
///   private let disposer = Disposer()
///
///   init(store: Store<PlayerState>) {
///     store.observe { print($0.title) }.dispose(on: disposer)
///   }
/// }
/// ```
///
/// May be used from any thread. What has ended for other reasons is let go of as more is added.
public final class Disposer: Sendable {
  fileprivate struct State {
    /// All that is owned, in the order in which it was added.
    var disposables: [Disposable] = []
    /// Those of them that are connections of components.
    var connections: [ConnectionKey: Disposable] = [:]
    /// How many there may be before it is worth looking for ended ones.
    var limit = 16
    /// Whatever is added is ended at once.
    var isClosed = false
  }

  /// Tells what a component is connected as, so that connecting again replaces the connection.
  struct ConnectionKey: Hashable {
    let component: ObjectIdentifier
    let isListener: Bool
  }

  private let state = Locked(State())

  /// A disposer that owns nothing yet.
  public init() {}

  deinit {
    dispose()
  }

  /// How much it owns, with what has ended and has not been let go of yet.
  var count: Int { state.withLock { $0.disposables.count } }

  /// Takes over `disposal`, to end it when this goes away.
  public func add(disposal: Disposable) {
    let (ended, isClosed) = state.withLock { ($0.add(disposal), $0.isClosed) }
    // Here, outside the lock: a disposable may be the last to hold an object of the user's.
    _ = ended
    if isClosed { disposal.dispose() }
  }

  /// Ends all that this owns, in the order in which it was added, and goes on as if new.
  public func dispose() {
    let last = state.withLock { state in
      let last = state
      // A connection that is delivering still has to be waited for by one that takes its place.
      state = State(connections: last.connections, isClosed: last.isClosed)
      return last
    }
    last.disposables.forEach { $0.dispose() }
  }

  /// Ends all that this owns, and from then on whatever it is given.
  package func close() {
    state.withLock { $0.isClosed = true }
    dispose()
  }

  /// Takes over the connection of a component, and returns the one that it takes the place of, which
  /// the caller has to end.
  func connect(_ key: ConnectionKey, _ connection: Disposable) -> Disposable? {
    let (replaced, ended, isClosed) = state.withLock { state in
      (
        state.connections.updateValue(connection, forKey: key), state.add(connection),
        state.isClosed
      )
    }
    _ = ended
    if isClosed { connection.dispose() }
    return replaced
  }
}

extension Disposer.State {
  /// Adds, and once in a while takes out what has ended by now. O(1) amortised.
  fileprivate mutating func add(_ disposable: Disposable) -> [Disposable] {
    if isClosed { return [] }
    disposables.append(disposable)
    guard disposables.count > limit else { return [] }
    var ended: [Disposable] = []
    disposables = disposables.filter { disposable in
      let isOver = disposable.isOver
      if isOver { ended.append(disposable) }
      return !isOver
    }
    connections = connections.filter { _, connection in
      let isOver = connection.isOver
      if isOver { ended.append(connection) }
      return !isOver
    }
    limit = max(16, 2 * disposables.count)
    return ended
  }
}
