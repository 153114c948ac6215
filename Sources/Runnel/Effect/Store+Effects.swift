// SPDX-License-Identifier: MIT

extension StoreOf {
  // MARK: Effects from outside a reducer

  /// Dispatches the actions of an effect: of a socket, a timer, a delegate, another store.
  ///
  /// ```swift
  /// store.bind(.stream(socket.messages) { ChatAction.received($0) }).dispose(on: disposer)
  /// ```
  ///
  /// The effect starts at once. It ends when the returned token is disposed or released, or when
  /// the store is deallocated. A source that ends or fails ends only its own binding; an uncaught
  /// error goes to ``onError(_:file:line:)``. If the scope accepts only some action types, other
  /// actions are ignored with a runtime warning. The binding does not retain the store, and
  /// ``settled(includingEffects:)`` does not wait for it.
  public func bind(
    _ effect: EffectOf<ActionType>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    engine.effects.start(
      effect.untyped, accepting: accepted, isBinding: true, of: slice, in: engine,
      at: CallSite(file: file, line: line))
  }

  /// Dispatches an action for each element of a sequence.
  ///
  /// The binding ends with the sequence. See ``bind(_:file:line:)-(EffectOf<ActionType>,_,_)``.
  public func bind<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence,
    file: StaticString = #fileID, line: UInt = #line,
    map action: @escaping @Sendable (Sequence.Element) -> ActionType?
  ) -> Disposable {
    bind(.stream(sequence, file: file, line: line, map: action), file: file, line: line)
  }

  /// Dispatches an action for the current value of another store, and for each later one.
  ///
  /// ```swift
  /// player.bind(session.scope(\.user)) { PlayerAction.userChanged($0) }.dispose(on: disposer)
  /// ```
  ///
  /// The binding retains neither store, and ends when either is deallocated. See
  /// ``bind(_:file:line:)-(EffectOf<ActionType>,_,_)``.
  public func bind<Value: Sendable>(
    _ source: StoreOf<Value, some Any>,
    delivery: Delivery = .every,
    file: StaticString = #fileID, line: UInt = #line,
    map action: @escaping @Sendable (Value) -> ActionType?
  ) -> Disposable {
    let site = CallSite(file: file, line: line)
    // Subscribes now, not when the task starts.
    let reader = source.values(delivery: delivery, file: file, line: line).makeReader()
    let effect = EffectOf<ActionType>.work("bind", at: site) { send in
      while let value = await reader.next() {
        if let action = action(value) { send.dispatch(EffectOf.erase(action)) }
      }
    }
    return bind(effect, file: file, line: line)
  }

  /// Starts an effect that belongs to the owner of the returned token, such as a screen.
  ///
  /// ```swift
  /// store.run(.perform(PhotoCommand.load(id))).dispose(on: disposer)
  /// ```
  ///
  /// The effect is canceled if the token is disposed or released before the effect has ended. On a
  /// scope of an optional, a case or an element, it is also canceled when that value disappears.
  /// ``settled(includingEffects:)`` waits for it. If an action causes the work, return the effect
  /// from a reducer instead.
  public func run(
    _ effect: EffectOf<ActionType>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    engine.effects.start(
      effect.untyped, accepting: accepted, isBinding: false, of: slice, in: engine,
      at: CallSite(file: file, line: line))
  }

  /// Cancels every effect of the store that has an ID, as ``EffectOf/cancel(id:file:line:)`` does.
  ///
  /// Can be called from any thread, and includes the effects of other scopes. If an action of such
  /// an effect is being reduced during the call, it is the last.
  public func cancelEffects(id: some Hashable & Sendable) {
    // Made with nothing locked, because it hashes the user's value.
    let id = EffectID(id)
    engine.effects.update { $0.cancel(id) }
  }

  // MARK: Errors

  /// Calls `listener` for each uncaught error, until the token is disposed or released.
  ///
  /// ```swift
  /// store.onError { crashReporter.record($0.error, at: "\($0.site)") }.dispose(on: disposer)
  /// ```
  ///
  /// Each listener receives each error once, on the thread on which the effect failed, in the order
  /// in which the listeners were added. Without a listener, an error is a runtime warning. On a
  /// scope, the listener receives the errors of the whole store. The token does not retain it.
  @preconcurrency
  public func onError(
    _ listener: @escaping @Sendable (EffectFailure) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let listener = FailureListener(listener)
    engine.effects.failureListeners.withLock { $0.append(listener) }
    return Disposable(at: CallSite(file: file, line: line)) { [weak effects = engine.effects] in
      effects?.failureListeners.withLock { $0.removeAll { $0 === listener } }
    }
  }

  // MARK: Inspection

  /// The running and waiting effects of the whole store, in start order.
  ///
  /// O(number of effects).
  public var runningEffects: [RunningEffect] { engine.effects.running() }
}
