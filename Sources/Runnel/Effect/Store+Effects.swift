// SPDX-License-Identifier: MIT

extension Store {
  // MARK: From outside

  /// Lets actions in from outside of the store: from a socket, a timer, a delegate, another store.
  ///
  /// ```swift
  /// store.bind(.stream(socket.messages) { ChatAction.received($0) }).dispose(on: disposer)
  /// ```
  ///
  /// The effect starts at once and ends with the result: when that is disposed of or dropped, or the store
  /// goes away. A source that ends or fails ends its binding and nothing else; an error that it does not
  /// catch goes to ``onError(_:file:line:)``. On a scope that accepts actions of some type only, others are
  /// refused. Does not keep the store, and ``settled(includingEffects:)`` does not wait for it.
  public func bind(
    _ effect: Effect,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    engine.effects.start(
      effect, accepting: accepted, isBinding: true, of: node, in: engine,
      at: CallSite(file: file, line: line))
  }

  /// Dispatches an action for each element of a sequence, until the sequence ends or the result is disposed
  /// of or dropped.
  ///
  /// See ``bind(_:file:line:)-(Effect,_,_)``.
  public func bind<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence,
    file: StaticString = #fileID,
    line: UInt = #line,
    map action: @escaping @Sendable (Sequence.Element) -> (any Action)?
  ) -> Disposable {
    bind(.stream(sequence, file: file, line: line, map: action), file: file, line: line)
  }

  /// Dispatches an action for the present value of another store, and for each later one.
  ///
  /// ```swift
  /// player.bind(session.scope(\.user)) { PlayerAction.userChanged($0) }.dispose(on: disposer)
  /// ```
  ///
  /// Keeps neither store; it ends when either goes away. See ``bind(_:file:line:)-(Effect,_,_)``.
  public func bind<Value: Sendable>(
    _ source: Store<Value>,
    delivery: Delivery = .every,
    file: StaticString = #fileID,
    line: UInt = #line,
    map action: @escaping @Sendable (Value) -> (any Action)?
  ) -> Disposable {
    let site = CallSite(file: file, line: line)
    // The subscription begins here, and not when the task does.
    let reader = source.values(delivery: delivery, file: file, line: line).makeReader()
    let work = EffectWork(name: "bind") { send in
      while let value = await reader.next() {
        if let action = action(value) { send(action, from: site) }
      }
    }
    return bind(Effect(.work(work), at: site), file: file, line: line)
  }

  /// Starts an effect that belongs to whoever holds the result: to a component, a screen, a scope that is
  /// shown.
  ///
  /// ```swift
  /// store.run(.perform(PhotoCommand.load(id))).dispose(on: disposer)
  /// ```
  ///
  /// It is cancelled when the result is disposed of or dropped before it has ended; on a scope into what is
  /// there at times, also when that has gone. What is to be done because of an action is better returned by a
  /// reducer. ``settled(includingEffects:)`` waits for it.
  public func run(
    _ effect: Effect,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    engine.effects.start(
      effect, accepting: accepted, isBinding: false, of: node, in: engine,
      at: CallSite(file: file, line: line))
  }

  /// Cancels all effects of the store that have an id, as ``Effect/cancel(id:file:line:)`` does.
  ///
  /// Also those of other scopes. From any thread; an action of such an effect that is being reduced at the
  /// moment is the last.
  public func cancelEffects(id: some Hashable & Sendable) {
    engine.effects.cancel(EffectID(id))
  }

  // MARK: Errors

  /// Calls `listener` with each error that leaves an effect of the store and is not caught there.
  ///
  /// ```swift
  /// store.onError { crashReporter.record($0.error, at: "\($0.site)") }.dispose(on: disposer)
  /// ```
  ///
  /// Each error is reported once to each listener, in the order in which they were added, on the thread on
  /// which the effect failed. While there is no listener, errors are reported as programmer errors. On a
  /// scope it is told of the whole store. Does not keep the store.
  ///
  /// - Returns: What ends it when disposed of or dropped.
  @preconcurrency
  public func onError(
    _ listener: @escaping @Sendable (EffectFailure) -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    engine.effects.onFailure(listener, at: CallSite(file: file, line: line))
  }

  // MARK: Looking inside

  /// The effects of the whole store that are under way, in the order in which they were started. O(number of
  /// effects).
  public var runningEffects: [RunningEffect] { engine.effects.running }
}
