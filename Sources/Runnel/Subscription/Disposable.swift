// SPDX-License-Identifier: MIT

/// Something that goes on until it is ended: a subscription, above all.
///
/// Whoever holds the disposable decides how long: it ends when ``dispose()`` is called, when the
/// ``Disposer`` that it was given to goes away, or when the disposable itself is dropped. So keep it:
///
/// ```swift
/// store.observe { print($0.counter) }.dispose(on: disposer)
/// ```
///
/// Ending it twice is harmless, from any thread.
public final class Disposable: Sendable, CustomDebugStringConvertible {
  private enum Ending: Sendable {
    case lane(Lane)
    case action(Locked<Action>)
  }

  /// What to do at the end. A closure that lies in a generic type by itself is wrapped anew by each access,
  /// and after some hundred thousand of them too deep to be called.
  private struct Action {
    var run: (() -> Void)?
    let site: CallSite
  }

  private let ending: Ending

  /// A disposable that calls `action` once, when it ends, on the thread that ends it.
  @preconcurrency
  public init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ action: sending @escaping () -> Void
  ) {
    ending = .action(Locked(Action(run: action, site: CallSite(file: file, line: line))))
  }

  init(at site: CallSite, _ action: @escaping @Sendable () -> Void) {
    ending = .action(Locked(Action(run: action, site: site)))
  }

  init(_ lane: Lane) {
    ending = .lane(lane)
  }

  deinit {
    dispose()
  }

  /// Ends what this stands for, unless it has ended already.
  ///
  /// Once this returns on the queue on which an observer is called, the observer is not called again.
  /// From any other thread, a call that is already running finishes.
  public func dispose() {
    switch ending {
    case .lane(let lane):
      lane.dispose()
    case .action(let action):
      let last = action.withLock { action in
        defer { action.run = nil }
        return action
      }
      last.run?()
    }
  }

  /// Ends what this stands for, and calls `next` when nothing is being delivered any more.
  func dispose(then next: @escaping Lane.Successor) {
    switch ending {
    case .lane(let lane):
      lane.dispose(then: next)
    case .action:
      dispose()
      next([])
    }
  }

  /// Leaves it to `disposer` to end this.
  public func dispose(on disposer: Disposer) {
    disposer.add(disposal: self)
  }

  /// Whether it has ended.
  public var isDisposed: Bool {
    switch ending {
    case .lane(let lane): lane.isDisposed
    case .action(let action): action.withLock { $0.run == nil }
    }
  }

  /// Whether it has ended, and nothing is being delivered any more.
  var isOver: Bool {
    switch ending {
    case .lane(let lane): lane.isOver
    case .action: isDisposed
    }
  }

  private var site: CallSite {
    switch ending {
    case .lane(let lane): lane.site
    case .action(let action): action.withLock { $0.site }
    }
  }

  /// Where it was made, and whether it has ended.
  public var debugDescription: String {
    "Disposable made at \(site)\(isDisposed ? ", disposed" : "")"
  }
}
