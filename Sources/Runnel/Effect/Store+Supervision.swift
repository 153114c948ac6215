// SPDX-License-Identifier: MIT

/// Effects that start and end with changes of the state.
/// No action starts or stops them: a state that is restored, replayed or undone restores its
/// effects. They end when the returned token is disposed or released. The subscription retains the
/// store; the effects do not. ``settled(includingEffects:)`` does not wait for them.
extension StoreOf {
  /// Runs an effect while a value of the state is true.
  ///
  /// ```swift
  /// store.run(while: \.timer.isRunning) { .timer(every: .seconds(1)) { TimerAction.ticked } }
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// `effect` is called on the store's own queue when the value becomes true, and at once if it is.
  /// When it becomes false, the effect is canceled before the next action is reduced. An effect
  /// that ended by itself restarts only after the value has been false.
  ///
  /// On a scope of an optional, a case or an element, the effect is canceled when that value
  /// disappears, and restarts when the value becomes true after that. To follow state that comes
  /// and goes, call ``run(while:file:line:_:)-((State)->Bool,_,_,_)`` on the surrounding store.
  public func run(
    while condition: any KeyPath<State, Bool> & Sendable,
    file: StaticString = #fileID, line: UInt = #line,
    _ effect: @escaping @Sendable () -> EffectOf<ActionType>
  ) -> Disposable {
    let scope = supervised(condition, file, line)
    return supervise(scope, CallSite(file: file, line: line), { $0 ? [true] : [] }) { _ in effect()
    }
  }

  /// Runs an effect while a closure returns true for the state.
  ///
  /// ```swift
  /// store.run(while: { $0.player?.isPlaying ?? false }) {
  ///   .timer(every: .seconds(1)) { PlayerAction.ticked }
  /// }
  /// .dispose(on: disposer)
  /// ```
  ///
  /// `condition` must be fast and pure: it runs, with the state locked, when that may have changed.
  public func run(
    while condition: @escaping @Sendable (State) -> Bool,
    file: StaticString = #fileID, line: UInt = #line,
    _ effect: @escaping @Sendable () -> EffectOf<ActionType>
  ) -> Disposable {
    let scope = scope(condition, file: file, line: line)
    return supervise(scope, CallSite(file: file, line: line), { $0 ? [true] : [] }) { _ in effect()
    }
  }

  /// Runs an effect for each element of a collection in the state.
  ///
  /// ```swift
  /// store.run(forEach: \.activeDownloads) { id in
  ///   .stream(downloads.progress(of: id)) { DownloadAction.progressed(id, $0) }
  /// }
  /// .dispose(on: disposer)
  /// ```
  ///
  /// `effect` is called on the store's own queue for each new element, in order. The effect of a
  /// removed one is canceled before the next action is reduced; one that moves keeps it, and one
  /// that occurs twice has one. An action that changes the collection costs O(its size).
  public func run<Elements: Collection & Sendable>(
    forEach elements: any KeyPath<State, Elements> & Sendable,
    file: StaticString = #fileID, line: UInt = #line,
    _ effect: @escaping @Sendable (Elements.Element) -> EffectOf<ActionType>
  ) -> Disposable where Elements.Element: Hashable & Sendable {
    let scope = supervised(elements, file, line)
    return supervise(scope, CallSite(file: file, line: line), { Array($0) }, effect)
  }

  /// Runs an effect for each element of a collection that a closure computes.
  ///
  /// See ``run(forEach:file:line:_:)-(KeyPath<State,Elements>Sendable,_,_,_)``. `elements` must be
  /// fast and pure: it runs, with the state locked, whenever that may have changed.
  public func run<Elements: Collection & Sendable>(
    forEach elements: @escaping @Sendable (State) -> Elements,
    file: StaticString = #fileID, line: UInt = #line,
    _ effect: @escaping @Sendable (Elements.Element) -> EffectOf<ActionType>
  ) -> Disposable where Elements.Element: Hashable & Sendable {
    let scope = scope(elements, file: file, line: line)
    return supervise(scope, CallSite(file: file, line: line), { Array($0) }, effect)
  }

  /// Runs an effect that restarts when a value of the state changes.
  ///
  /// ```swift
  /// store.run(for: { $0.query }) { query in .once { .found(try await api.search(query)) } }
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// `effect` is called on the store's own queue for the present value, and for each later one. The
  /// effect of the previous value is canceled before the next action is reduced. To run nothing for
  /// a value, return ``EffectOf/none``. `key` must be fast and pure: it runs with the state locked.
  public func run<Key: Hashable & Sendable>(
    for key: @escaping @Sendable (State) -> Key, file: StaticString = #fileID, line: UInt = #line,
    _ effect: @escaping @Sendable (Key) -> EffectOf<ActionType>
  ) -> Disposable {
    let scope = scope(key, file: file, line: line)
    return supervise(scope, CallSite(file: file, line: line), { [$0] }, effect)
  }

  /// The scope of a property, which no one else has if the value around it can disappear.
  private func supervised<Value: Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable, _ file: StaticString, _ line: UInt
  ) -> StoreOf<Value, ActionType> {
    if slice.partialAncestor == nil { return scope(keyPath, file: file, line: line) }
    return scope({ $0[keyPath: keyPath] }, file: file, line: line)
  }

  private func supervise<Value: Sendable, Key: Hashable & Sendable>(
    _ scope: StoreOf<Value, ActionType>, _ site: CallSite,
    _ keys: @escaping @Sendable (Value) -> [Key],
    _ effect: @escaping @Sendable (Key) -> EffectOf<ActionType>
  ) -> Disposable {
    let supervision = Supervision<Key> {
      [
        weak engine, runner = engine.effects, slice, address,
        base = engine.slices.pathBase(of: slice)
      ] key in
      runner.start(effect(key).untyped, to: address, of: slice, from: base, in: engine, at: site)
    }
    if slice.partialAncestor != nil { scope.slice.watch.returns = 0 }
    let subscription = scope.observe(at: site) { [slice = scope.slice] in
      // On the drain, which alone changes the number.
      supervision.update(to: keys($0), after: slice.watch.returns)
    }
    return Disposable(at: site) {
      subscription.dispose()
      supervision.end()
    }
  }
}

private final class Supervision<Key: Hashable & Sendable>: Sendable {
  /// The tokens of the effects in the order in which they started, or `nil` after the end.
  private let running = Locked<[(key: Key, effect: Disposable)]?>([])
  private let start: @Sendable (Key) -> Disposable
  /// How often the part of the state had come back at the last update.
  private let returns = Locked<Int?>(nil)

  init(start: @escaping @Sendable (Key) -> Disposable) {
    self.start = start
  }

  /// Cancels the effects of removed keys, and starts those of new ones, one call at a time.
  ///
  /// If the part of the state was away, the effects have ended, and all keys are new.
  func update(to keys: [Key], after returns: Int?) {
    let wasAway = self.returns.withLock { last in
      defer { last = returns }
      return last != returns
    }
    guard let before = running.withLock({ $0 }) else { return }
    var wanted = Set(keys)
    let kept = wasAway ? [] : before.filter { wanted.contains($0.key) }
    running.withLock { if $0 != nil { $0 = kept } }
    for old in before where wasAway || !wanted.contains(old.key) { old.effect.dispose() }
    for old in kept { wanted.remove(old.key) }
    for key in keys where wanted.remove(key) != nil {
      guard running.withLock({ $0 != nil }) else { return }
      let effect = start(key)
      // After the end, nothing retains the token, which cancels the effect.
      running.withLock { $0?.append((key, effect)) }
    }
  }

  func end() {
    let running = running.withLock { $0.take() }
    running?.forEach { $0.effect.dispose() }
  }
}
