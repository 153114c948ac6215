// SPDX-License-Identifier: MIT

/// An event that has happened, such as a tap, a reply or a tick.
///
/// The reducer decides how it changes the state. Define one enum per feature:
///
/// ```swift
/// enum CounterAction: Action { case incremented, decremented }
/// ```
///
/// Keep closures and objects out of actions: plain data can be logged, compared and replayed.
public protocol Action: Sendable {}

/// A receiver of actions: a ``Store``, a scope of one, or a stand-in for them in a test.
///
/// Connectors and props receive one rather than a store: they can only dispatch actions.
public protocol ActionDispatcher: Sendable {
  /// Dispatches an action without recording the caller.
  ///
  /// The only method that a stand-in in a test implements. Call ``dispatch(_:file:line:)``.
  @_disfavoredOverload
  func dispatch(_ action: any Action)

  /// Dispatches an action together with its call site.
  ///
  /// A type that doesn't use the call site omits this method; the default calls ``dispatch(_:)``.
  func dispatch(_ action: any Action, from site: CallSite)
}

extension ActionDispatcher {
  /// Calls ``dispatch(_:)`` and ignores the call site.
  public func dispatch(_ action: any Action, from site: CallSite) {
    let plain: (any Action) -> Void = self.dispatch(_:)
    plain(action)
  }

  /// Dispatches an action and records the caller's file and line for logs and tools.
  ///
  /// It can be called from any thread and returns before the action has been reduced. For the order
  /// of actions, see ``StoreOf/dispatch(_:file:line:)-5f5q9``.
  public func dispatch(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    dispatch(action, from: CallSite(file: file, line: line))
  }
}
