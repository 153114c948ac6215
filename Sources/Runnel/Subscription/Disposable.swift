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
  /// Stored directly in a generic type, a closure is wrapped again by each access. After some
  /// hundred thousand of them it is too deep to call.
  private struct Action {
    var run: (() -> Void)?
    let site: CallSite
  }

  private let ending: Ending

  /// Creates a disposable that calls `action` once when it ends, on the thread that ends it.
  @preconcurrency
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line,
    _ action: sending @escaping () -> Void
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
  /// thread, at most the call that is already running finishes. It never waits for a reducer.
  /// Releasing the token does the same.
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
