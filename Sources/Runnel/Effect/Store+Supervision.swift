// SPDX-License-Identifier: MIT

/// Effects that start and end with changes of the state.
///
/// No action starts or stops them: a state that is restored, replayed or undone restores its
/// effects. The subscription retains the store; the effects do not. ``settled(includingEffects:)``
/// does not wait for them.
extension Store {
  /// Runs an effect while a value of the state is true.
  ///
  /// ```swift
  /// store.run(while: \.timer.isRunning) { .timer(every: .seconds(1)) { TimerAction.ticked } }
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// `effect` is called on the store's own queue when the value becomes true, and at once if it is
  /// true. When the value becomes false, the effect is canceled before the next action is reduced.
  /// An effect that ended by itself restarts only after the value has been false.
  ///
  /// On a scope of an optional, a case or an element, the effect is canceled when that value
  /// disappears. It restarts when the value becomes true after that. To follow state that comes and
  /// goes, call ``run(while:file:line:_:)-((State)->Bool,_,_,_)`` on the store of the surrounding
  /// state.
  ///
  /// - Returns: A token that ends the effect when it is disposed or released.
  public func run(
    while condition: any KeyPath<State, Bool> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ effect: @escaping @Sendable () -> Effect
  ) -> Disposable {
    run(while: scope(condition, file: file, line: line), CallSite(file: file, line: line), effect)
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
  /// The closure is called for each action that may have changed the state, while the state is
  /// locked: it must be a fast, pure function of the state.
  public func run(
    while condition: @escaping @Sendable (State) -> Bool,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ effect: @escaping @Sendable () -> Effect
  ) -> Disposable {
    run(while: scope(condition, file: file, line: line), CallSite(file: file, line: line), effect)
  }

  private func run(
    while condition: Store<Bool>,
    _ site: CallSite,
    _ effect: @escaping @Sendable () -> Effect
  ) -> Disposable {
    let supervision = Supervision<Bool>(engine, slice, accepted, site) { _ in effect() }
    return supervise(condition, supervision, site) { isOn in
      supervision.update(to: isOn ? [true] : [])
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
  /// `effect` is called on the store's own queue for each new element, in the order of the
  /// collection. The effect of a removed element is canceled before the next action is reduced. An
  /// element that moves keeps its effect, and one that occurs twice has one effect. An action that
  /// changes the collection costs O(size of the collection).
  ///
  /// - Returns: A token that ends the effects when it is disposed or released.
  public func run<Elements: Collection & Sendable>(
    forEach elements: any KeyPath<State, Elements> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ effect: @escaping @Sendable (Elements.Element) -> Effect
  ) -> Disposable where Elements.Element: Hashable & Sendable {
    let site = CallSite(file: file, line: line)
    let supervision = Supervision(engine, slice, accepted, site, effect)
    return supervise(scope(elements, file: file, line: line), supervision, site) {
      supervision.update(to: $0)
    }
  }

  private func supervise<Value: Sendable, Key>(
    _ scope: Store<Value>,
    _ supervision: Supervision<Key>,
    _ site: CallSite,
    _ update: @escaping @Sendable (Value) -> Void
  ) -> Disposable {
    let subscription = scope.observe(at: site, ValueSink(update))
    return Disposable(at: site) {
      subscription.dispose()
      supervision.end()
    }
  }
}

/// The running effects, by key.
private final class Supervision<Key: Hashable & Sendable>: Sendable {
  private struct Running {
    /// The position in the order in which the effects started.
    let number: Int
    let effect: Disposable
  }

  private struct State {
    var running: [Key: Running] = [:]
    var last = 0
    var isOver = false
  }

  private let runner: EffectRunner
  // `nonisolated(unsafe)`: set in `init` only; loading a weak reference is safe from any thread.
  nonisolated(unsafe) private weak var engine: Engine?
  private let slice: Slice
  private let accepted: AcceptedActions?
  private let site: CallSite
  private let effect: @Sendable (Key) -> Effect
  private let state = Locked(State())

  init(
    _ engine: Engine,
    _ slice: Slice,
    _ accepted: AcceptedActions?,
    _ site: CallSite,
    _ effect: @escaping @Sendable (Key) -> Effect
  ) {
    runner = engine.effects
    self.engine = engine
    self.slice = slice
    self.accepted = accepted
    self.site = site
    self.effect = effect
  }

  /// Cancels the effects of removed keys, and starts those of new keys.
  ///
  /// Called on the store's queue, one call at a time.
  func update(to keys: some Collection<Key>) {
    let wanted = Set(keys)
    let ended = state.withLock { state in
      let ended = state.running.filter { !wanted.contains($0.key) }
      for key in ended.keys { state.running[key] = nil }
      return ended
    }
    dispose(ended)
    for key in keys where state.withLock({ $0.running[key] == nil && !$0.isOver }) {
      let started = runner.start(
        effect(key), accepting: accepted, isBinding: true, of: slice, in: engine, at: site)
      state.withLock { state in
        state.last += 1
        state.running[key] = Running(number: state.last, effect: started)
      }
    }
  }

  func end() {
    let running = state.withLock { state in
      defer { state = State(isOver: true) }
      return state.running
    }
    dispose(running)
  }

  private func dispose(_ running: [Key: Running]) {
    for running in running.values.sorted(by: { $0.number < $1.number }) {
      running.effect.dispose()
    }
  }
}
