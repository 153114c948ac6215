// SPDX-License-Identifier: MIT

/// An owner of subscriptions that ends them when it is deallocated.
///
/// Keep one in each object that subscribes or connects to a store:
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
/// It can be used from any thread, and releases ended disposables while others are added.
public final class Disposer: Sendable {
  private struct State {
    var disposables: [Disposable] = []
    /// The connections of components by their addresses, and of listeners by those plus one, since
    /// an object can be both.
    var connections = [Int: Subscription]()
    /// The number of disposables above which ended ones are removed.
    var limit = 16
    var isClosed = false

    /// Appends in amortized O(1), and sometimes removes ended elements.
    ///
    /// It then returns the previous state, to be released outside the lock: a disposable can have
    /// the last reference to a user's object.
    mutating func add(_ disposable: Disposable) -> State? {
      if isClosed { return nil }
      disposables.append(disposable)
      guard disposables.count > limit else { return nil }
      let previous = self
      disposables.removeAll(where: \.isDisposed)
      removeConnections()
      limit = max(16, 2 * disposables.count)
      return previous
    }

    /// Removes connections that nothing has to wait for.
    mutating func removeConnections() {
      for (key, connection) in connections where connection.isOver { connections[key] = nil }
    }
  }

  private let state = Locked(State())

  /// Creates a disposer that owns nothing.
  public init() {}

  deinit {
    dispose()
  }

  /// The number of owned disposables, including ended ones that aren't released yet.
  var count: Int { state.withLock { $0.disposables.count } }

  func add(_ disposable: Disposable) {
    let (previous, isClosed) = state.withLock { ($0.add(disposable), $0.isClosed) }
    withExtendedLifetime(previous) {}
    if isClosed { disposable.dispose() }
  }

  /// Ends everything that this owns, in the order in which it was added, and waits for no reducer.
  ///
  /// The disposer can be used again afterward.
  public func dispose() {
    let last = state.withLock { state in
      let last = state
      // A replacement must still wait for a connection that is delivering.
      state = State(connections: last.connections, isClosed: last.isClosed)
      return last
    }
    last.disposables.forEach { $0.disposeWithOwner() }
    // An ended one that nothing has to wait for would retain the last value of its slice.
    let connections = state.withLock { state in
      defer { state.removeConnections() }
      return state.connections
    }
    withExtendedLifetime(connections) {}
  }

  /// Ends everything that this owns, and everything that is added later.
  package func close() {
    state.withLock { $0.isClosed = true }
    dispose()
  }

  /// Adds a component's connection and returns the one that it replaces, for the caller to end.
  func connect(_ subscription: Subscription, of component: AnyObject) -> Subscription? {
    let address = Int(bitPattern: ObjectIdentifier(component))
    let key = subscription.role == .listener ? address + 1 : address
    let replaced = state.withLock { $0.connections.updateValue(subscription, forKey: key) }
    add(Disposable(subscription))
    return replaced
  }
}
