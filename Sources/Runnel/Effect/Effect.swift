// SPDX-License-Identifier: MIT

/// An effect that sends actions of any type.
public typealias Effect = EffectOf<any Action>

/// A side effect as a value, which a reducer returns and the store runs.
///
/// ```swift
/// case .textChanged(let text):
///   state.text = text
///   return .run { send in
///     send(.found(try await api.search(text)))
///   } catch: { error in
///     .failed("\(error)")
///   }
///   .debounce(id: ID.search, for: .milliseconds(300))
/// ```
///
/// Effects start after the action has been reduced and observers have been notified, in the order
/// in which reducers returned them. Their results come back as actions. Work runs in tasks off the
/// store's queue, any number of them at a time, without the task-local values of the task that
/// dispatched the action. Effects don't retain the store, and are canceled when it is deallocated.
///
/// `ActionType` is the type of the reducer's actions, which the effect's functions take with a
/// leading dot. They take actions of other types, too. ``init(_:)`` converts an effect.
///
/// Modifiers apply at any depth and around each other. An outer modifier decides when an effect may
/// start, when it must end, and what becomes of its actions and errors.
///
/// - A canceled effect starts no further work and delivers no further action. After a reducer has
///   returned ``cancel(id:file:line:)``, no action of the effect is reduced, pending ones included.
/// - An error that leaves an effect ends the effects around it, as in a throwing task group, up to
///   a ``catch(_:)-((Error)->ActionType)`` or ``retry(_:backoff:resettingAfter:)``. An unhandled
///   error is reported through ``StoreOf/onError(_:file:line:)``.
///
/// For work that always follows the state, use a ``ServiceComponent``; for work while it meets a
/// condition, ``StoreOf/run(while:file:line:_:)-(KeyPath<State,Bool>Sendable,_,_,_)``.
public struct EffectOf<ActionType>: Sendable {
  @usableFromInline
  let untyped: UntypedEffect?

  init(_ untyped: UntypedEffect?) {
    self.untyped = untyped
  }

  @usableFromInline
  init(sending action: any Action, at site: CallSite) {
    untyped = UntypedEffect(.send(action), at: site)
  }

  /// Creates the same effect for a reducer of other actions.
  ///
  /// ```swift
  /// let login: EffectOf<Login.Action> = .perform(LoginCommand.login(user: "ada", password: "sea"))
  /// return .init(login)
  /// ```
  public init<Other>(_ effect: EffectOf<Other>) {
    untyped = effect.untyped
  }

  /// Returns the same effect, which continues after its slice of the state has disappeared.
  ///
  /// An effect of an optional, a case or an element is canceled when that value disappears, and
  /// doesn't start if it is absent. For work that must finish, such as saving text:
  ///
  /// ```swift
  /// return .merge(.run(preload), .run(save).detachedFromState())
  /// ```
  ///
  /// When the value disappears, the rest of the effect is canceled; a detached part starts in turn.
  /// Modifiers around it still apply, and ``cancel(id:file:line:)`` and the store's end cancel it.
  ///
  /// Its actions are dropped if its element has gone, or a value with another identity has taken
  /// the place. To reach the rest of the app even then, use ``broadcast(_:file:line:)``.
  public func detachedFromState() -> EffectOf {
    EffectOf(.modified(untyped, by: .detached))
  }

  // MARK: Inspection

  /// A Boolean value indicating whether the effect does nothing.
  public var isNone: Bool { untyped?.isNothing ?? true }

  /// The commands that the effect performs, in the order in which they are written.
  ///
  /// Excludes those of a ``catch(_:)-((Error)->EffectOf)`` handler. For tests without a store:
  ///
  /// ```swift
  /// let effect = Login.reducer.reduce(&state, Login.Action.submitted)
  /// #expect(effect.commands as? [LoginCommand] == [.login(user: "otter", password: "river")])
  /// ```
  public var commands: [any Command] { untyped?.commands ?? [] }

  // MARK: Actions

  /// An effect that does nothing, without a task or an allocation.
  public static var none: EffectOf { EffectOf(nil) }

  /// Returns an effect that sends an action.
  ///
  /// The store enqueues it right after observers have been notified of the current action, behind
  /// the pending ones, without a task. To change more of the state at once, do so in the reducer.
  @inlinable
  public static func send(
    _ action: ActionType, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    let site = CallSite(file: file, line: line)
    return EffectOf(sending: erase(action, at: site), at: site)
  }

  // MARK: Work

  /// Returns an effect that runs `body` in a task of its own and sends actions to the store.
  ///
  /// The effect ends when `body` returns. Canceling the effect cancels the task. `body` should
  /// sleep with ``SendOf/sleep(for:)``, on the store's clock. `handler` turns an error of `body`
  /// into an action. Without it, the error leaves the effect.
  public static func run(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (_ send: SendOf<ActionType>) async throws -> Void,
    catch handler: (@Sendable (any Error) -> ActionType)? = nil
  ) -> EffectOf {
    let effect = work("run", priority: priority, at: CallSite(file: file, line: line), body)
    return handler.map { effect.catch($0) } ?? effect
  }

  /// Returns an effect that sends one action, or none, when `answer` returns.
  ///
  /// ```swift
  /// .once { .found(try await api.search(text)) }
  /// ```
  ///
  /// An error of `answer` leaves the effect: see ``catch(_:)-((Error)->ActionType)``.
  public static func once(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ answer: @escaping @Sendable () async throws -> ActionType?
  ) -> EffectOf {
    work("once", priority: priority, at: CallSite(file: file, line: line)) { send in
      if let action = try await answer() { send.dispatch(erase(action), from: send.node.site) }
    }
  }

  /// Returns an effect that sends an action for each element of a sequence.
  ///
  /// The effect ends with the sequence, and iterates it again if restarted. `action` is called in
  /// the iterating task; `nil` skips an element. A subscription to
  /// ``StoreOf/values(delivery:file:line:)`` starts with the effect: `.every` misses nothing later.
  public static func stream<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence, file: StaticString = #fileID, line: UInt = #line,
    map action: @escaping @Sendable (Sequence.Element) -> ActionType?
  ) -> EffectOf {
    EffectOf(
      StreamWork(sequence, at: CallSite(file: file, line: line)) { action($0).map { erase($0) } })
  }

  /// Returns an effect that sends the actions of a sequence, and ends with it.
  public static func stream<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf where Sequence.Element: Action {
    EffectOf(StreamWork(sequence, at: CallSite(file: file, line: line)) { $0 })
  }

  /// Returns an effect that sends an action after each interval of the store's clock.
  ///
  /// The effect never ends by itself. Missed ticks are skipped, and later ticks stay on the beat.
  /// An interval of zero or less is a fatal error.
  public static func timer(
    every interval: Duration, file: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable () -> ActionType
  ) -> EffectOf {
    let site = CallSite(file: file, line: line)
    if interval <= .zero { Misuse.interval(interval, at: site).trap() }
    return work("timer", at: site) { send in
      let waitForTick = send.clock.makeTicker(every: interval)
      while true {
        try await waitForTick()
        send.dispatch(erase(action()), from: send.node.site)
      }
    }
  }

  /// Returns an effect for a callback API: a delegate, a notification center, a completion handler.
  ///
  /// ```swift
  /// .callback { send, completion in
  ///   let watcher = Watcher { send(.changed($0)) }
  ///   completion.onEnd { watcher.stop() }
  ///   watcher.start()
  /// }
  /// ```
  ///
  /// The effect lasts until `completion` is called, from any thread, or until it is canceled.
  /// `start` is called in a task, once for each start of the effect, and must not block.
  public static func callback(
    file: StaticString = #fileID, line: UInt = #line,
    _ start:
      @escaping @Sendable (_ send: SendOf<ActionType>, _ completion: EffectCompletion) -> Void
  ) -> EffectOf {
    work("callback", at: CallSite(file: file, line: line)) { send in
      let completion = EffectCompletion(of: send.node, send.runner)
      try await withTaskCancellationHandler {
        start(send, completion)
        try await completion.reached()
      } onCancel: {
        completion()
      }
    }
  }

  /// Returns an effect that runs work, with the name that lists of running effects show.
  package static func work(
    _ name: String, priority: TaskPriority? = nil, at site: CallSite,
    _ body: @escaping @Sendable (SendOf<ActionType>) async throws -> Void
  ) -> EffectOf {
    EffectOf(SendingWork(name: name, priority: priority, at: site, body))
  }

  /// Returns an effect that passes a ``Command``, which is plain data, to its handler.
  public static func perform(
    _ command: some Command, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    EffectOf(UntypedEffect(.perform(command), at: CallSite(file: file, line: line)))
  }

  // MARK: Cancellation

  /// Returns an effect that cancels effects with an ID.
  ///
  /// It cancels every effect, running or waiting, that has this ID and belongs to the same element,
  /// screen or instance, or to none of them. It spares those that contain it or wait for it:
  /// `.concatenate(.cancel(id: ID.load), load.cancellable(id: ID.load))` restarts `load`.
  ///
  /// To the effect around it, a canceled effect looks finished: `concatenate` goes on to the next.
  public static func cancel(
    id: some Hashable & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    EffectOf(UntypedEffect(.cancel(EffectID(id)), at: CallSite(file: file, line: line)))
  }

  // MARK: Composition

  /// Returns an effect that runs several effects at the same time.
  ///
  /// The effects start in order, and the result ends when all of them have ended. If one fails, the
  /// others are canceled; to let one fail alone, give it a ``catch(_:)-((Error)->ActionType)``.
  public static func merge(
    _ effects: [EffectOf], file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    let site = CallSite(file: file, line: line)
    return EffectOf(.combined(effects.map(\.untyped), isSequence: false, at: site))
  }

  /// Returns an effect that runs several effects at the same time.
  public static func merge(
    _ effects: EffectOf..., file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    merge(effects, file: file, line: line)
  }

  /// Returns an effect that starts each of several effects when the previous one has ended.
  ///
  /// If one fails, later ones don't start. An effect ends when its actions are sent, not reduced.
  public static func concatenate(
    _ effects: [EffectOf], file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    let site = CallSite(file: file, line: line)
    return EffectOf(.combined(effects.map(\.untyped), isSequence: true, at: site))
  }

  /// Returns an effect that starts each of several effects when the previous one has ended.
  public static func concatenate(
    _ effects: EffectOf..., file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    concatenate(effects, file: file, line: line)
  }
}

extension EffectOf {
  /// Returns an effect that sends an action to the element with an ID.
  ///
  /// ```swift
  /// .merge(state.rows.ids.map { .send(Row.Action.toggled, to: \List.State.rows, id: $0) })
  /// ```
  ///
  /// The path begins at the reducer's state. See ``StoreOf/dispatch(_:to:id:file:line:)``.
  public static func send<State, Elements: ElementsByID>(
    _ action: some Action, to keyPath: any WritableKeyPath<State, Elements> & Sendable,
    id: Elements.ElementID, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    let site = CallSite(file: file, line: line)
    return EffectOf(sending: TargetedAction(action, to: keyPath, id: id, at: site), at: site)
  }

  /// Returns an effect that sends an action to all elements, screens and instances that handle it.
  ///
  /// For the rare action of an element that others handle, too, and for the last action of a
  /// detached effect: its other actions are dropped once its element has gone.
  public static func broadcast(
    _ action: some Action, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    EffectOf(sending: TargetedAction(toAll: action), at: CallSite(file: file, line: line))
  }
}

extension EffectOf where ActionType: Action {
  /// Returns an effect that sends an action of another type, such as one of the app's.
  public static func send(
    _ action: some Action, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    EffectOf(sending: action, at: CallSite(file: file, line: line))
  }
}

extension EffectOf {
  /// Returns an action without its type, inlinable since a cast between two concrete types is free.
  @inlinable
  @inline(__always)
  package static func erase(
    _ action: ActionType, at site: CallSite = CallSite(file: "?", line: 0)
  ) -> any Action {
    guard let action = action as? any Action else { trapForNoAction(at: site) }
    return action
  }

  /// Ends the program: no constraint can express an action type or `any Action`.
  @usableFromInline
  static func trapForNoAction(at site: CallSite) -> Never {
    Misuse.noAction(ActionType.self, at: site).trap()
  }
}
