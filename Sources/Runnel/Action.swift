// SPDX-License-Identifier: MIT

/// Something that happened: a tap, a reply, a tick.
///
/// An action is a plain value that says what took place; what it means for the state is the
/// reducer's business. Make one enum per feature:
///
/// ```swift
/// enum CounterAction: Action { case incremented, decremented }
/// ```
///
/// Actions cross threads on their way to the reducer and are therefore `Sendable`. Keep closures and
/// objects out of them: an action that is plain data can be logged, compared and replayed.
public protocol Action: Sendable {}

/// Whatever takes actions: a ``Store``, a scope of one, or a stand-in for them in a test.
///
/// Connectors and props are given a dispatcher rather than a store, because all that they may do is
/// to say what happened.
public protocol ActionDispatcher: Sendable {
  /// Takes an action. May be called from any thread, and never blocks on a reducer.
  ///
  /// Call ``dispatch(_:file:line:)``, which records the caller; a stand-in for tests implements only
  /// this one.
  @_disfavoredOverload
  func dispatch(_ action: any Action)

  /// Takes an action together with the place in the source that it comes from.
  ///
  /// Unless a type has a use for the place, it leaves this out and gets ``dispatch(_:)``.
  func dispatch(_ action: any Action, from site: CallSite)
}

extension ActionDispatcher {
  /// Hands the action to ``dispatch(_:)`` and forgets the place.
  public func dispatch(_ action: any Action, from site: CallSite) {
    let plain: (any Action) -> Void = self.dispatch(_:)
    plain(action)
  }

  /// Takes an action, and records the file and line of the caller for logs and tools.
  ///
  /// May be called from any thread: from a view, from a reducer, from an observer, from an effect. It
  /// returns at once, before the action has been reduced. Actions that one thread dispatches are
  /// reduced in the order in which it dispatched them, and none is ever dropped.
  public func dispatch(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    dispatch(action, from: CallSite(file: file, line: line))
  }
}
