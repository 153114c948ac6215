// SPDX-License-Identifier: MIT

/// A token that ends something, such as a subscription, when disposed or released.
///
/// So retain it, or transfer it to a ``Disposer``:
///
/// ```swift
/// store.observe { print($0.counter) }.dispose(on: disposer)
/// ```
///
/// Ending it twice is harmless. It can end on any thread, and never waits for a reducer.
public final class Disposable: Sendable, CustomDebugStringConvertible {
  private enum Ending: Sendable {
    case subscription(Subscription)
    case action(Locked<Action>)
  }

  /// The closure to call at the end, and the creator's call site.
  ///
  /// In a generic type, each access wraps a closure again: too deep to call after 100,000 of them.
  private struct Action {
    var run: (() -> Void)?
    let site: CallSite
  }

  private let ending: Ending

  /// Creates a disposable that calls `action` once when it ends, on the thread that ends it.
  @preconcurrency
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, _ action: sending @escaping () -> Void
  ) {
    self.init(at: CallSite(file: file, line: line), action)
  }

  package init(at site: CallSite, _ action: sending @escaping () -> Void) {
    ending = .action(Locked(Action(run: action, site: site)))
  }

  init(_ subscription: Subscription) {
    ending = .subscription(subscription)
  }

  deinit {
    dispose()
  }

  /// Ends the subscription, or calls the action, unless that has already happened.
  ///
  /// Once this returns on the observer's own queue, the observer is never called again. On another
  /// thread, at most a call that is already running finishes. It never waits for a reducer.
  public func dispose() {
    switch ending {
    case .subscription(let subscription):
      subscription.dispose()
    case .action(let action):
      let last = action.withLock { action in
        defer { action.run = nil }
        return action
      }
      last.run?()
    }
  }

  /// Ends this with its owner: with UDF's earlier timing, after what was dispatched before.
  func disposeWithOwner() {
    guard case .subscription(let subscription) = ending, let engine = subscription.engine,
      engine.timing.endsLate
    else { return dispose() }
    engine.post(
      .run { [self] in
        engine.remove(subscription, isDrain: true)
        subscription.keepNewest(from: engine.root)
        engine.turn.ending.removeAll { !$0.isPending }
        engine.turn.ending.append(subscription)
        // With `self`, whose release would end the subscription.
        if !subscription.whenDelivered(dispose) { dispose() }
      })
  }

  /// Transfers this to `disposer`, which ends it.
  public func dispose(on disposer: Disposer) {
    disposer.add(self)
  }

  /// A Boolean value that indicates whether this has ended.
  public var isDisposed: Bool {
    switch ending {
    case .subscription(let subscription): subscription.hasEnded
    case .action(let action): action.withLock { $0.run == nil }
    }
  }

  /// The creator's file and line, and whether this has ended.
  public var debugDescription: String {
    let site =
      switch ending {
      case .subscription(let subscription): subscription.site
      case .action(let action): action.withLock { $0.site }
      }
    return "Disposable made at \(site)\(isDisposed ? ", disposed" : "")"
  }
}

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
