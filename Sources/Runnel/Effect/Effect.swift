// SPDX-License-Identifier: MIT

/// What is to be done besides changing the state: a value that a reducer returns and never performs.
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
/// The store starts effects when the action has been reduced and announced, in the order in which reducers
/// returned them. What comes of them are actions like any others. Work runs in tasks off the store's queue,
/// any number of them at a time; none of them keeps the store, and all are cancelled when it goes away.
///
/// Modifiers hold at any depth, and around each other: what is around an effect decides when it may begin,
/// when it has to end, and what becomes of its actions and errors.
///
/// - An effect that is cancelled starts nothing more and delivers nothing more. Once a reducer has returned
///   ``cancel(id:file:line:)``, no action of the effect is reduced any more, not even one that waited
///   already.
/// - An error that leaves an effect ends what it is part of, as in a throwing task group, up to a
///   ``catch(_:)-((Error)->Action)`` or ``retry(_:backoff:)``. One that nobody catches is reported by
///   ``Store/onError(_:file:line:)``.
/// - ``none`` costs nothing: no task and no allocation.
///
/// Use a ``ServiceComponent`` instead for what follows the state all the time, and
/// ``Store/run(while:file:line:_:)-(KeyPath<State,Bool>Sendable,_,_,_)`` for what has to go on while the
/// state says so.
public struct Effect: Sendable {
  /// What there is to do.
  indirect enum Kind: Sendable {
    case send(any Action)
    case work(EffectWork)
    case perform(any Command)
    case cancel(EffectID)
    case merge([Effect])
    case concat([Effect])
    case modified(Effect, EffectModifier)
  }

  /// `nil` is nothing.
  let kind: Kind?
  /// Where it was made.
  let site: CallSite
  /// Which of the reducers that were added at run time returned it, if one of them did.
  var addition: UInt64 = 0
  /// Where in the state it belongs, if that is there at times.
  var home: EffectHome?
  /// Whether it goes on when that has gone.
  private(set) var outlastsItsState = false

  init(_ kind: Kind?, at site: CallSite) {
    self.kind = kind
    self.site = site
  }

  func modified(by modifier: EffectModifier) -> Effect {
    if kind == nil, !modifier.countsForNothing { return self }
    var effect = Effect(.modified(self, modifier), at: site)
    effect.outlastsItsState = outlastsItsState
    return effect
  }

  /// The same effect, which goes on when the part of the state has gone that it was returned for.
  ///
  /// An effect that is returned by a reducer of an optional, a case or an element is cancelled as soon as
  /// there is no such part any more; one that is returned when it has gone is not started. That is what is
  /// wanted for most of what a screen does. What has to be brought to an end, such as saving what was typed,
  /// outlasts it by this.
  ///
  /// It holds for the effect as a whole. In a ``merge(_:file:line:)-([Effect],_,_)`` or
  /// ``concat(_:file:line:)-([Effect],_,_)`` put it around that.
  ///
  /// An action that may have changed a collection as a whole costs O(number of running effects of its
  /// elements).
  public func outlastingItsState() -> Effect {
    var effect = self
    effect.outlastsItsState = true
    return effect
  }

  // MARK: Looking inside

  /// Whether there is nothing to do.
  public var isNone: Bool { kind == nil }

  /// The commands that it has performed, in the order in which they are written; those inside of a
  /// ``catch(_:)-((Error)->Effect)`` only if they are what may fail.
  ///
  /// For tests of a reducer without a store:
  ///
  /// ```swift
  /// let effect = Login.reducer.reduce(&state, Login.Action.submitted)
  /// #expect(effect.commands as? [LoginCommand] == [.login(user: "otter", password: "river")])
  /// ```
  public var commands: [any Command] {
    switch kind {
    case .perform(let command): [command]
    case .merge(let effects), .concat(let effects): effects.flatMap(\.commands)
    case .modified(let effect, _): effect.commands
    case .send, .work, .cancel, nil: []
    }
  }

  // MARK: Nothing, and actions

  /// Nothing to do. Free.
  public static let none = Effect(nil, at: CallSite(file: "?", line: 0))

  /// Sends an action, right after the one that is being handled has been announced, behind those that wait.
  ///
  /// No task is made for it. To change more of the state at once, change it in the reducer rather than by
  /// sending a further action.
  public static func send(
    _ action: any Action,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    Effect(.send(action), at: CallSite(file: file, line: line))
  }

  // MARK: Work

  /// Runs `body` in a task of its own; what it sends are actions of the store.
  ///
  /// The effect ends when `body` returns; what is sent after that is dropped. When it is cancelled, so is the
  /// task, and nothing that `body` sends is delivered any more, whether it looks at the cancellation or not.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; by default the one that Swift chooses.
  ///   - file: The file in which the effect is made.
  ///   - line: The line in which the effect is made.
  ///   - body: What to do. Ask `send` for the time rather than a clock of your own: see ``Send/sleep(for:)``.
  ///   - handler: Makes an action of an error that `body` throws. Without it the error goes to a
  ///     ``catch(_:)-((Error)->Action)`` around this effect, or is reported.
  public static func run(
    priority: TaskPriority? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable (_ send: Send) async throws -> Void,
    catch handler: (@Sendable (any Error) -> any Action)? = nil
  ) -> Effect {
    let work = EffectWork(name: "run", priority: priority, body: body)
    let effect = Effect(.work(work), at: CallSite(file: file, line: line))
    return handler.map { effect.catch($0) } ?? effect
  }

  /// Sends an action for each element of a sequence, and ends when the sequence does.
  ///
  /// - Parameters:
  ///   - sequence: Any asynchronous sequence. Where the effect is started again, by ``retry(_:backoff:)`` for
  ///     one, it is iterated again.
  ///   - file: The file in which the effect is made.
  ///   - line: The line in which the effect is made.
  ///   - action: Makes an action of an element, or nothing. Called in the task that iterates.
  public static func stream<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence,
    file: StaticString = #fileID,
    line: UInt = #line,
    map action: @escaping @Sendable (Sequence.Element) -> (any Action)?
  ) -> Effect {
    let work = EffectWork(name: "stream") { send in
      for try await element in sequence {
        if let action = action(element) { send(action, from: send.site) }
      }
    }
    return Effect(.work(work), at: CallSite(file: file, line: line))
  }

  /// Sends the actions of a sequence, and ends when the sequence does.
  public static func stream<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect where Sequence.Element: Action {
    stream(sequence, file: file, line: line, map: { $0 })
  }

  /// Sends an action again and again, by the store's clock, the first time after one interval.
  ///
  /// It never ends by itself. Ticks that nobody had time for are skipped, and those after them come on the
  /// beat.
  public static func timer(
    every interval: Duration,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping @Sendable () -> any Action
  ) -> Effect {
    if interval <= .zero {
      Misuse.interval(interval, at: CallSite(file: file, line: line)).trap()
    }
    let work = EffectWork(name: "timer") { send in
      for await _ in send.clock.ticks(every: interval) { send(action(), from: send.site) }
    }
    return Effect(.work(work), at: CallSite(file: file, line: line))
  }

  /// Starts something that answers by calls: a delegate, a notification centre, a completion handler.
  ///
  /// ```swift
  /// .callback { send, end in
  ///   let watcher = Watcher { send(Files.Action.changed($0)) }
  ///   end.onEnd { watcher.stop() }
  ///   watcher.start()
  /// }
  /// ```
  ///
  /// The effect goes on until `end` is called, with or without an error, or it is cancelled. Either may be
  /// called from any thread, and what is sent after the end is dropped.
  ///
  /// - Parameters:
  ///   - file: The file in which the effect is made.
  ///   - line: The line in which the effect is made.
  ///   - start: Called once each time the effect is started, in a task. Must not block.
  public static func callback(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ start: @escaping @Sendable (_ send: Send, _ end: End) -> Void
  ) -> Effect {
    let work = EffectWork(name: "callback") { send in
      let end = End()
      try await withTaskCancellationHandler {
        start(send, end)
        try await end.reached()
      } onCancel: {
        end()
      }
    }
    return Effect(.work(work), at: CallSite(file: file, line: line))
  }

  /// Hands a command to whoever handles commands of its type: an effect as plain data. See ``Command``.
  public static func perform(
    _ command: some Command,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    Effect(.perform(command), at: CallSite(file: file, line: line))
  }

  /// Lets an object do it. See ``SideEffect``.
  public static func execute(
    _ sideEffect: any SideEffect,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    Effect(.work(EffectWork(executing: sideEffect)), at: CallSite(file: file, line: line))
  }

  // MARK: Cancelling

  /// Ends all effects of the store that have an id, whether they run or wait, but for those that this is part
  /// of.
  ///
  /// Actions of theirs that have been sent and not been reduced yet are dropped. To whatever they are part
  /// of, they have ended as if by themselves: a ``concat(_:file:line:)-([Effect],_,_)`` goes on with what
  /// comes next.
  public static func cancel(
    id: some Hashable & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    Effect(.cancel(EffectID(id)), at: CallSite(file: file, line: line))
  }

  // MARK: Several effects

  /// Starts several effects in order, and ends when all of them have ended.
  ///
  /// They go on side by side. If one of them fails, the others are cancelled: to let one fail alone, give it
  /// a ``catch(_:)-((Error)->Action)``.
  public static func merge(
    _ effects: [Effect],
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    combined(effects, Kind.merge, at: CallSite(file: file, line: line)) {
      if case .merge(let parts) = $0 { parts } else { nil }
    }
  }

  /// Starts several effects in order, and ends when all of them have ended.
  public static func merge(
    _ effects: Effect...,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    merge(effects, file: file, line: line)
  }

  /// Starts several effects in order, and ends when all of them have ended.
  ///
  /// ```swift
  /// return .merge {
  ///   Effect.perform(Log.saved)
  ///   if state.isOnline { upload(state.draft) }
  /// }
  /// ```
  public static func merge(
    file: StaticString = #fileID,
    line: UInt = #line,
    @EffectBuilder _ effects: () -> [Effect]
  ) -> Effect {
    merge(effects(), file: file, line: line)
  }

  /// Starts each of several effects when the one before has ended.
  ///
  /// If one of them fails, those after it are not started. An effect has ended when all its actions have been
  /// sent, which is before they have been reduced.
  public static func concat(
    _ effects: [Effect],
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    combined(effects, Kind.concat, at: CallSite(file: file, line: line)) {
      if case .concat(let parts) = $0 { parts } else { nil }
    }
  }

  /// Starts each of several effects when the one before has ended.
  public static func concat(
    _ effects: Effect...,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    concat(effects, file: file, line: line)
  }

  /// Starts each of several effects when the one before has ended.
  public static func concat(
    file: StaticString = #fileID,
    line: UInt = #line,
    @EffectBuilder _ effects: () -> [Effect]
  ) -> Effect {
    concat(effects(), file: file, line: line)
  }

  /// One effect of several, flat however they were put together, and no more than it has to be.
  private static func combined(
    _ effects: [Effect],
    _ make: ([Effect]) -> Kind,
    at site: CallSite,
    parts: (Kind) -> [Effect]?
  ) -> Effect {
    let effects = effects.filter { !$0.isNone }
    if effects.count < 2 { return effects.first ?? .none }
    return Effect(make(effects.flatMap { $0.kind.flatMap(parts) ?? [$0] }), at: site)
  }
}

/// Work that is done in a task.
struct EffectWork: Sendable {
  /// What it is called in lists of running effects.
  let name: String
  let priority: TaskPriority?
  let body: @Sendable (Send) async throws -> Void

  init(
    name: String,
    priority: TaskPriority? = nil,
    body: @escaping @Sendable (Send) async throws -> Void
  ) {
    self.name = name
    self.priority = priority
    self.body = body
  }

  init(executing sideEffect: any SideEffect) {
    self.init(name: "execute \(type(of: sideEffect))") { send in
      sideEffect.execute(with: send.outlastingItsEffect)
    }
  }
}

/// What an effect is called by whoever cancels it.
///
/// `@unchecked`: it can be made of something `Sendable` only, and never changes.
struct EffectID: Hashable, @unchecked Sendable, CustomStringConvertible {
  private let value: AnyHashable

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
  }

  var description: String {
    let type = type(of: value.base)
    return value.base is String ? "\(value)" : "\(TypeName.withoutModule(type)).\(value)"
  }
}
