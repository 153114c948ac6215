// SPDX-License-Identifier: MIT

import RunnelText

extension Misuse {
  // MARK: Fatal errors

  static func stateInReducer(_ what: String, _ site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "\(what) inside a reducer, an `==` or a getter of the same store.",
      why: "this thread has locked the state: it runs the reducer for the action dispatched here, "
        + "an `==`, or a getter or closure that a scope reads through.",
      fix: "use the state that the function receives as its argument.")
  }

  static func subscribeInReducer(_ site: CallSite) -> Misuse {
    Misuse(
      site: site,
      headline: "Subscription created inside a reducer, an `==` or a getter of the same store.",
      why: "reducers, `==`, and the getters and closures that a scope reads through are called "
        + "while the state is locked. They must only compute.",
      fix: "subscribe in an observer of the change, or where the action is dispatched.")
  }

  static func longWaitOnMain(_ site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "send(_:) has blocked the main thread for two seconds.",
      why: longWaitCause, fix: longWaitFix)
  }

  static func longWait(_ site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "send(_:) has blocked its thread for two seconds.",
      why: longWaitCause, fix: longWaitFix)
  }

  private static let longWaitCause =
    "a reducer, an observer or other work that it waits for takes this long, or waits for this "
    + "thread. If so, send(_:) returns after eight seconds, and its action is reduced later."

  private static let longWaitFix =
    "return an effect for work that takes time, don't wait for other threads in reducers and "
    + "observers, or use `dispatch` here."

  static func blockedQueue(_ site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "send(_:) returned before its action was reduced.",
      why: "the store's queue was not free for two seconds, or for half a second after such a "
        + "call. This call may block it: the queue that was passed to the store and the caller's "
        + "queue have a common target, or all threads of a concurrent queue wait here.",
      fix: "pass that target to the store, which then detects such calls, or use `dispatch` here.")
  }

  static func sharedIterator(_ site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "Two tasks are waiting for the next value of one iterator.",
      why: "an iterator belongs to one task.",
      fix: "let each task iterate over the sequence created here; each task then receives every "
        + "value.")
  }

  static func connectOffMain(_ component: Any.Type, at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "View component \(component) was connected off the main thread.",
      why: "`connect` sets the first props before it returns, and a view's props are set on the "
        + "main thread.",
      fix: "call `connect` on the main actor.")
  }

  static func reducerOfReadOnlySlice(_ store: String, at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "Reducer added to a read-only scope.",
      why: "the \(store) is computed with a closure, derived from other scopes, or reached through "
        + "a key path that cannot be set.",
      fix: "add the reducer to the scope that this one is computed from.")
  }

  static func sharedValueOutsideComposition(of state: Any.Type, at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "Reducer of a \(state) outside of the closure that received it.",
      why: "`reading(_:_:)` passes its closure a reducer that reads the value of the "
        + "composition that the closure returns. It was composed elsewhere.",
      fix: "use the reducer in the result of the closure only, and call `reading(_:_:)` again for "
        + "another place.")
  }

  static func pathOfOtherState(
    _ root: Any.Type, from state: Any.Type, at site: CallSite
  ) -> Misuse {
    Misuse(
      site: site, headline: "Action sent to an element along a path of another state.",
      why: "the path begins at \(root), and the reducer or the scope that sends the action has a "
        + "\(state). The action was not sent.",
      fix: "begin the path at \(state).")
  }

  static func derivedFromOtherStore(_ store: String, at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "Derived store with an input from another store.",
      why: "the \(store) is a scope of another store. Two stores change independently of each "
        + "other, so their states cannot be read at one moment.",
      fix: "derive from scopes of one store.")
  }

  static func undoLimit(_ limit: Int, at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "Undo history with a limit of \(limit) steps.",
      why: "the history would retain no state to undo to.",
      fix: "pass a limit of 1 or more.")
  }

  static func effectLimit(_ limit: Int, at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "Effect limited to \(limit) at a time.",
      why: "the effect could never start.",
      fix: "pass a limit of 1 or more.")
  }

  static func noAction(_ type: Any.Type, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      headline: "Effect of actions of the type \(type), which doesn't conform to Action.",
      why: "a store has no reducer for a value that is no action.",
      fix: "conform \(type) to Action, or use Effect, which sends actions of any type.")
  }

  static func interval(_ interval: Duration, at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "Timer with an interval of \(interval).",
      why: "the timer would fire endlessly.",
      fix: "pass an interval longer than zero.")
  }

  // MARK: Runtime warnings

  static func endlessLoop(_ action: any Action, length: UInt32, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      headline: "Possible infinite loop: \(length) actions were dispatched, each while the "
        + "previous one was being processed. The last was \(TypeName.of(action)), dispatched here.",
      why: "a reducer or an observer probably dispatches in response to its own action. Other "
        + "actions are still reduced, but the store is never idle.",
      fix: "dispatch only when a value has changed. This warning is reported once per store.")
  }

  static func unhandledAction(_ action: any Action, at site: CallSite) -> Misuse {
    let type = TypeName.withoutModule(type(of: action))
    return Misuse(
      site: site,
      headline: "Unhandled action \(TypeName.of(action)): no reducer and no listener handles "
        + "\(type).",
      why: "the store's reducer has no part that takes actions of this type, none was added with "
        + "`add(reducer:)`, and no action listener is connected.",
      fix: "compose the reducer of \(type) into the store's, or connect the listener earlier. This "
        + "warning is reported once for each type, in debug builds.")
  }

  static func connectorRetainsComponent(
    _ connector: Any.Type, label: String, component: Any.Type, at site: CallSite
  ) -> Misuse {
    Misuse(
      site: site,
      headline:
        "Retain cycle: connector \(connector) retains its component \(component) in `\(label)`.",
      why: "the connection retains the connector, so the component and its connection are never "
        + "released.",
      fix: "make `\(label)` weak, or make \(component) its own connector, which the connection "
        + "references weakly.")
  }

  static func duplicateIDs(
    _ id: some Hashable, of element: Any.Type, at positions: [Int], _ site: CallSite
  ) -> Misuse {
    Misuse(
      site: site,
      headline: "Duplicate ID: elements \(positions.map { "\($0)" }.joined(separator: " and ")) in "
        + "an array of \(TypeName.withoutModule(element)) have the ID \(id).",
      why: "actions and scopes with this ID reach only one of these elements.",
      fix: "give each element a unique ID. This warning is reported once.")
  }

  static func duplicateEntities(
    _ id: some Hashable, of element: Any.Type, at site: CallSite
  ) -> Misuse {
    Misuse(
      site: site,
      headline:
        "Duplicate ID: several elements of Entities<\(TypeName.withoutModule(element))> have "
        + "the ID \(id).",
      why:
        "each ID occurs once in a collection of entities, so the last of these elements replaced "
        + "the others.",
      fix: "give each element a unique ID. If duplicates are expected, use upsert(contentsOf:).")
  }

  static func lateAction(_ action: any Action, of effect: CallSite, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      headline: "Late action \(TypeName.of(action)); it was not reduced.",
      why: "the effect created at \(effect) had ended: `run` ends when its closure returns, and "
        + "`callback` when its completion is called.",
      fix:
        "await the work inside the closure of `run`, or use `callback`. This warning is reported "
        + "once per call.")
  }

  static func unhandledError(_ failure: EffectFailure) -> Misuse {
    Misuse(
      site: failure.site, headline: "Unhandled effect error: \(failure.error).",
      why: "neither a `catch` on the effect created here nor the store's `onError` handled it.",
      fix: "turn the error into an action with `.catch { … }`, or report it with "
        + "`store.onError { … }`.")
  }

  /// `first` is the call that added the first handler, or `nil` if both are in one list.
  static func duplicateHandler(
    of type: any Command.Type, first: CallSite?, at site: CallSite
  ) -> Misuse {
    let place = first.map { "was added at \($0)" } ?? "is in the same list"
    return Misuse(
      site: site,
      headline: "Duplicate command handler for \(TypeName.withoutModule(type)); this one was "
        + "ignored.",
      why: "a store has one handler per command type. The first \(place).",
      fix: "dispose of the first handler, or use CommandHandlers.replacing(_:).")
  }

  static func missingHandler(of command: any Command, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      headline: "Missing command handler for \(TypeName.withoutModule(type(of: command))); "
        + "\(TypeName.of(command)) was not handled.",
      why: "the store has no handler for this command type. The effect created here ended without "
        + "an action.",
      fix: "add a handler with `store.handle(with:)`, and retain the token that it returns.")
  }
}
