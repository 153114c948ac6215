// SPDX-License-Identifier: MIT

extension Misuse {
  static func concurrentQueue(label: String, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        A store was given the concurrent queue "\(label)". Its reducers would run at the same time, and \
        actions would be reduced in any order. Pass a serial queue, such as \
        DispatchQueue(label: "\(label)"), or none: a store makes its own.
        """
    )
  }

  static func stateInReducer(_ what: String, _ site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        \(what) on the thread that is changing or comparing this very state: in the reducer that \
        handles the action dispatched here, in an `==`, or in a getter or closure that a scope reads \
        through. There is no state to read before these have returned. Use the state that the \
        function was given as its argument.
        """
    )
  }

  static func subscribeInReducer(_ site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        A subscription was made inside the store's own reducer, in an `==`, or in a getter or closure that \
        a scope reads through. These are called while the state is locked, and must do nothing but \
        compute. Subscribe in an observer of the change instead, or where the action is dispatched.
        """
    )
  }

  static func waitInside(_ site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        waitUntilSettled() was called in a reducer, an observer or a connector that the store itself is \
        waiting for, or on the store's own queue, so it would never return. Call it elsewhere, or use `await settled()` in a task.
        """
    )
  }

  static func sharedIterator(_ site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        Two tasks wait for the next value of one iterator. An iterator belongs to one task: let each task \
        iterate over the sequence itself, and all of them see every value.
        """)
  }

  static func endlessLoop(_ action: any Action, length: UInt32, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        \(length) actions were dispatched one by the other, each while the one before was being reduced \
        or announced; the last of them is \(TypeName.of(action)), dispatched here. This looks like \
        an endless loop: a reducer or an observer that answers its own action. Other actions still get \
        their turn, but the store is never idle. Dispatch only when something has changed. This is \
        reported once for each store.
        """
    )
  }

  static func connectOffMain(_ component: Any.Type, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        \(component) is a view component, and was connected on another thread than the main one. Its first \
        props are set before `connect` returns, and props of views are set on the main thread. Call \
        `connect` on the main actor.
        """
    )
  }

  static func connectorKeepsComponent(
    _ connector: Any.Type,
    label: String,
    component: Any.Type,
    at site: CallSite
  ) -> Misuse {
    Misuse(
      site: site,
      message: """
        The connector \(connector) holds the component that it is connected for, \(component), in its \
        property `\(label)`. The connection holds the connector, so the component can never go away, nor \
        its connection. Make `\(label)` weak, or make \(component) its own connector, which is held weakly.
        """
    )
  }

  static func duplicateIDs(
    _ id: some Hashable,
    of element: Any.Type,
    at positions: [Int],
    _ site: CallSite
  ) -> Misuse {
    Misuse(
      site: site,
      message: """
        Several elements of an array of \(TypeName.withoutModule(element)) have the id \(id): those at \
        \(positions.map { "\($0)" }.joined(separator: " and ")). Actions and scopes that name the id \
        mean one of them, and the others are out of reach. Give each element an id of its own. This is \
        reported once.
        """
    )
  }

  static func reducerOfUnwritableSlice(_ store: String, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        A reducer was added to a \(store). This slice can be read and not be written: it is made by a \
        closure, derived from others, or lies behind a path that cannot be set. Add the reducer to the scope that \
        it is made from.
        """
    )
  }

  static func foreignAction(
    _ action: any Action,
    accepted: [any Action.Type],
    at site: CallSite
  ) -> Misuse {
    Misuse(
      site: site,
      message: """
        \(TypeName.of(action)) was dispatched to a scope that accepts \
        \(accepted.map(TypeName.withoutModule).joined(separator: " and ")) only, and was not reduced. Dispatch it to the \
        store that the scope was made of, or make a scope that accepts it.
        """
    )
  }

  static func undoLimit(_ limit: Int, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        A reducer was made undoable with a limit of \(limit) steps, which would keep nothing to go back to. \
        Pass a limit of one or more.
        """
    )
  }

  static func derivedFromOtherStore(_ store: String, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        A store was to be derived from a \(store), which is a scope of another store. Two stores change \
        independently of each other, so there is no moment at which both could be looked at. Derive from \
        scopes of one store.
        """
    )
  }

  static func effectLimit(_ limit: Int, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        An effect was limited to \(limit) at a time, so it could never begin. Pass a limit of one or more.
        """
    )
  }

  static func uncaughtError(_ failure: EffectFailure) -> Misuse {
    Misuse(
      site: failure.site,
      message: """
        The effect made here failed with \(failure.error), and nobody caught it: no `catch` in the effect, and no \
        `onError` of the store. Whoever waits for what should have come of it waits in vain. Turn the error into an \
        action by `catch`, or have errors reported by `store.onError { … }`.
        """
    )
  }

  static func secondHandler(of type: any Command.Type, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        A second handler was given for \(TypeName.withoutModule(type)), and was not taken: the first one goes on \
        performing these commands. Each type of command has one handler. Dispose of the first before, or \
        replace it by `CommandHandlers.replacing(_:)`.
        """
    )
  }

  static func missingHandler(of command: any Command, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        \(TypeName.of(command)) was not performed: no handler of \(TypeName.withoutModule(type(of: command))) is there. \
        The effect made here has ended without an action. Give the store one by `store.handle(with:)`, and keep what it \
        returns.
        """
    )
  }

  static func interval(_ interval: Duration, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        A timer was made with an interval of \(interval), so it would tick without end. Pass an interval that is \
        longer than zero.
        """
    )
  }

  static func returnedByReducer(
    _ type: Any.Type,
    _ what: String,
    _ effect: String,
    at site: CallSite
  ) -> Misuse {
    Misuse(
      site: site,
      message: """
        The reducer made here returns \(what), \(TypeName.withoutModule(type)), which is thrown away: a reducer returns \
        nothing, or an Effect. Return `.\(effect)(…)` of it.
        """
    )
  }
}
