// SPDX-License-Identifier: MIT

/// A side effect as a value, which a reducer returns and the store runs.
///
/// ```swift
/// case .textChanged(let text):
///   state.text = text
///   return .run { send in
///     let hits = try await api.search(text)
///     send(Search.Action.found(hits))
///   } catch: { error in
///     Search.Action.failed("\(error)")
///   }
///   .debounce(id: ID.search, for: .milliseconds(300))
///   .cancellable(id: ID.search, cancelInFlight: true)
/// ```
///
/// The store starts effects after the action has been reduced and observers have been notified, in
/// the order in which reducers returned them. Their results come back as actions. Work runs in
/// tasks off the store's queue, any number of them at a time. Effects do not retain the store, and
/// are canceled when it is deallocated.
///
/// Task-local values of the task that dispatched the action do not reach effects. Pass such a value
/// in the action instead.
///
/// Modifiers apply at any depth and around each other. An outer modifier decides when an effect may
/// start, when it must end, and what becomes of its actions and errors.
///
/// - A canceled effect starts no further work and delivers no further action. After a reducer has
///   returned ``cancel(id:file:line:)``, no action of the effect is reduced, pending ones included.
/// - An error that leaves an effect ends the effects around it, as in a throwing task group, up to
///   a ``catch(_:)-((Error)->Action)`` or ``retry(_:backoff:)``. ``Store/onError(_:file:line:)``
///   reports an unhandled error.
/// - ``none`` costs no task and no allocation.
///
/// For work that always follows the state, use a ``ServiceComponent``. For work that lasts while
/// the state meets a condition, use
/// ``Store/run(while:file:line:_:)-(KeyPath<State,Bool>Sendable,_,_,_)``.
public struct Effect: Sendable {
  enum Kind: Sendable {
    indirect case send(any Action)
    indirect case work(EffectWork)
    indirect case perform(any Command)
    indirect case cancel(EffectID)
    case list(EffectList)
    case modified(ModifiedEffect)
  }

  /// `nil` for an effect that does nothing.
  var kind: Kind?
  /// The place where the effect was created.
  let site: CallSite
  /// The dynamic reducer that returned the effect, or 0.
  var dynamicReducer: UInt64 = 0
  /// The optional, case or element whose reducer returned the effect, if any.
  var lifetime = EffectLifetime()
  /// The slice of that value, once the drain has found it.
  var owner: Slice?
  /// A Boolean value indicating whether the effect continues after that value has disappeared.
  private(set) var outlastsItsState = false

  /// Adds a step to the part of the state that the effect belongs to.
  mutating func addLifetimeStep(_ step: EffectLifetime.Step) {
    if !outlastsItsState { lifetime.prepend(step) }
  }

  init(_ kind: Kind?, at site: CallSite) {
    self.kind = kind
    self.site = site
  }

  func modified(by modifier: EffectModifier) -> Effect {
    if kind == nil, !modifier.countsForNothing { return self }
    var effect = Effect(.modified(ModifiedEffect(self, modifier)), at: site)
    effect.outlastsItsState = outlastsItsState
    return effect
  }

  /// Returns the same effect, which continues after its slice of the state has disappeared.
  ///
  /// An effect that a reducer of an optional, a case or an element returns is canceled when that
  /// value disappears. If the value is already absent, the effect does not start. Use this modifier
  /// for work that must finish, such as saving text.
  ///
  /// It applies to the whole effect: put it around a ``merge(_:file:line:)-([Effect],_,_)`` or
  /// ``concat(_:file:line:)-([Effect],_,_)``, not inside.
  ///
  /// An action that may have changed a collection as a whole costs O(number of running effects of
  /// its elements).
  public func outlastingItsState() -> Effect {
    var effect = self
    effect.outlastsItsState = true
    return effect
  }

  // MARK: Inspection

  /// A Boolean value indicating whether the effect does nothing.
  public var isNone: Bool { kind == nil }

  /// The commands that the effect performs, in the order in which they are written.
  ///
  /// Excludes the commands of a ``catch(_:)-((Error)->Effect)`` handler. For tests of a reducer
  /// without a store:
  ///
  /// ```swift
  /// let effect = Login.reducer.reduce(&state, Login.Action.submitted)
  /// #expect(effect.commands as? [LoginCommand] == [.login(user: "otter", password: "river")])
  /// ```
  public var commands: [any Command] {
    var commands: [any Command] = []
    var pending = [self]
    while let effect = pending.popLast() {
      switch effect.kind {
      case .perform(let command): commands.append(command)
      case .list(let list): pending += list.effects.reversed()
      case .modified(let modified): pending.append(modified.effect)
      case .send, .work, .cancel, nil: break
      }
    }
    return commands
  }

  // MARK: Actions

  /// An effect that does nothing, without a task or an allocation.
  public static let none = Effect(nil, at: CallSite(file: "?", line: 0))

  /// Returns an effect that sends an action.
  ///
  /// The store enqueues the action right after observers have been notified of the current one,
  /// behind the pending actions, and creates no task. To change more of the state at once, change
  /// it in the reducer instead.
  public static func send(
    _ action: any Action,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    Effect(.send(action), at: CallSite(file: file, line: line))
  }

  // MARK: Work

  /// Returns an effect that runs `body` in a task of its own and sends actions to the store.
  ///
  /// The effect ends when `body` returns. Canceling the effect cancels the task. For time, `body`
  /// should use ``Send/sleep(for:)``, which uses the store's clock. `handler` turns an error of
  /// `body` into an action. Without it, the error leaves the effect.
  public static func run(
    priority: TaskPriority? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (_ send: Send) async throws -> Void,
    catch handler: (@Sendable (any Error) -> any Action)? = nil
  ) -> Effect {
    let site = CallSite(file: file, line: line)
    let effect = work("run", priority: priority, at: site, body)
    return handler.map { effect.catch($0) } ?? effect
  }

  /// Returns an effect that sends an action for each element of a sequence.
  ///
  /// The effect ends with the sequence, and iterates it again if restarted. `action` is called in
  /// the iterating task; an element for which it returns `nil` is skipped.
  public static func stream<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence,
    file: StaticString = #fileID, line: UInt = #line,
    map action: @escaping @Sendable (Sequence.Element) -> (any Action)?
  ) -> Effect {
    work("stream", at: CallSite(file: file, line: line)) { send in
      try await send.dispatch(sequence, map: action)
    }
  }

  /// Returns an effect that sends the actions of a sequence, and ends with it.
  public static func stream<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Effect where Sequence.Element: Action {
    stream(sequence, file: file, line: line, map: { $0 })
  }

  /// Returns an effect that sends an action after each interval of the store's clock.
  ///
  /// The effect never ends by itself. Missed ticks are skipped, and later ticks stay on the beat.
  /// An interval of zero or less is a fatal error.
  public static func timer(
    every interval: Duration,
    file: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable () -> any Action
  ) -> Effect {
    let site = CallSite(file: file, line: line)
    if interval <= .zero { Misuse.interval(interval, at: site).trap() }
    return work("timer", at: site) { send in
      let waitForTick = send.clock.makeTicker(every: interval)
      while true {
        try await waitForTick()
        send.dispatch(action(), from: send.site)
      }
    }
  }

  /// Returns an effect for a callback API: a delegate, a notification center, a completion handler.
  ///
  /// ```swift
  /// .callback { send, end in
  ///   let watcher = Watcher { send(Files.Action.changed($0)) }
  ///   end.onEnd { watcher.stop() }
  ///   watcher.start()
  /// }
  /// ```
  ///
  /// The effect lasts until `end` is called, from any thread, or until it is canceled. `start` is
  /// called in a task, once for each start of the effect, and must not block.
  public static func callback(
    file: StaticString = #fileID, line: UInt = #line,
    _ start: @escaping @Sendable (_ send: Send, _ end: End) -> Void
  ) -> Effect {
    work("callback", at: CallSite(file: file, line: line)) { send in
      let end = End(of: send)
      try await withTaskCancellationHandler {
        start(send, end)
        try await end.reached()
      } onCancel: {
        end()
      }
    }
  }

  /// Returns an effect that runs work, with the name that lists of running effects show.
  package static func work(
    _ name: String, priority: TaskPriority? = nil, at site: CallSite,
    _ body: @escaping @Sendable (Send) async throws -> Void
  ) -> Effect {
    Effect(.work(EffectWork(name: name, priority: priority, body: body)), at: site)
  }

  /// Returns an effect that passes a ``Command``, which is plain data, to its handler.
  public static func perform(
    _ command: some Command,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    Effect(.perform(command), at: CallSite(file: file, line: line))
  }

  // MARK: Cancellation

  /// Returns an effect that cancels effects with an ID.
  ///
  /// It cancels every effect of the store that has this ID, running or waiting, except the effects
  /// that contain this one. For an effect around a canceled one, the canceled one has ended: a
  /// ``concat(_:file:line:)-([Effect],_,_)`` continues with its next effect.
  public static func cancel(
    id: some Hashable & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    Effect(.cancel(EffectID(id)), at: CallSite(file: file, line: line))
  }

  // MARK: Composition

  /// Returns an effect that runs several effects at the same time.
  ///
  /// The effects start in order, and the result ends when all of them have ended. If one fails, the
  /// others are canceled; to let one fail alone, give it a ``catch(_:)-((Error)->Action)``.
  public static func merge(
    _ effects: [Effect],
    file: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    combined(effects, isSequence: false, at: CallSite(file: file, line: line))
  }

  /// Returns an effect that runs several effects at the same time.
  public static func merge(
    _ effects: Effect...,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    merge(effects, file: file, line: line)
  }

  /// Returns an effect that runs several effects at the same time.
  ///
  /// ```swift
  /// return .merge {
  ///   Effect.perform(Log.saved)
  ///   if state.isOnline { upload(state.draft) }
  /// }
  /// ```
  public static func merge(
    file: StaticString = #fileID, line: UInt = #line,
    @ListBuilder<Effect> _ effects: () -> [Effect]
  ) -> Effect {
    merge(effects(), file: file, line: line)
  }

  /// Returns an effect that starts each of several effects when the previous one has ended.
  ///
  /// If one fails, the later ones do not start. An effect ends when all its actions have been sent,
  /// which is before they are reduced.
  public static func concat(
    _ effects: [Effect],
    file: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    combined(effects, isSequence: true, at: CallSite(file: file, line: line))
  }

  /// Returns an effect that starts each of several effects when the previous one has ended.
  public static func concat(
    _ effects: Effect...,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    concat(effects, file: file, line: line)
  }

  /// Returns an effect that starts each of several effects when the previous one has ended.
  public static func concat(
    file: StaticString = #fileID, line: UInt = #line,
    @ListBuilder<Effect> _ effects: () -> [Effect]
  ) -> Effect {
    concat(effects(), file: file, line: line)
  }

  /// Flattens nested compositions of the same kind, and drops effects that do nothing.
  private static func combined(_ effects: [Effect], isSequence: Bool, at site: CallSite) -> Effect {
    let effects = effects.filter { !$0.isNone }
    if effects.count < 2 { return effects.first ?? Effect(nil, at: site) }
    let parts = effects.flatMap { effect in
      if case .list(let list) = effect.kind, list.isSequence == isSequence { return list.effects }
      return [effect]
    }
    return Effect(.list(EffectList(parts, isSequence: isSequence)), at: site)
  }
}
