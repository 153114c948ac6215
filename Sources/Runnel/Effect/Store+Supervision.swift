// SPDX-License-Identifier: MIT

/// Effects that the state asks for: they begin and end by the difference between one state and the next.
///
/// So there is no action that starts them and none that has to stop them. A state that is restored, replayed
/// or undone restores what goes on with it. The subscription holds the store, as any does; the effects do
/// not, and ``settled(includingEffects:)`` does not wait for them.
extension Store {
  /// Keeps an effect going while the state says so.
  ///
  /// ```swift
  /// store.run(while: \.timer.isRunning) { .timer(every: .seconds(1)) { TimerAction.ticked } }
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// `effect` is called on the store's own queue each time the value becomes true, and at once if it is. When
  /// the value becomes false, the effect is cancelled before the next action is reduced. One that has ended
  /// by itself is not started again before the value has been false.
  ///
  /// On a scope into what is there at times the effect is cancelled when that has gone, and started again
  /// when the value becomes true after that. To follow a state that comes and goes, ask the store that it is
  /// a part of: ``run(while:file:line:_:)-((State)->Bool,_,_,_)``.
  ///
  /// - Returns: What ends it when disposed of or dropped.
  public func run(
    while condition: any KeyPath<State, Bool> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ effect: @escaping @Sendable () -> Effect
  ) -> Disposable {
    run(while: scope(condition, file: file, line: line), CallSite(file: file, line: line), effect)
  }

  /// Keeps an effect going while a closure says so of the state.
  ///
  /// ```swift
  /// store.run(while: { $0.player?.isPlaying ?? false }) {
  ///   .timer(every: .seconds(1)) { PlayerAction.ticked }
  /// }
  /// .dispose(on: disposer)
  /// ```
  ///
  /// The closure is called for each action that may have changed the state, while the state is locked: it
  /// must be a cheap, pure function of it.
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
    let supervision = Supervision<Bool>(engine, node, accepted, site) { _ in effect() }
    return supervise(condition, supervision, site) { isOn in
      supervision.update(to: isOn ? [true] : [])
    }
  }

  /// Keeps an effect going for each element of a collection in the state.
  ///
  /// ```swift
  /// store.run(forEach: \.activeDownloads) { id in
  ///   .stream(downloads.progress(of: id)) { DownloadAction.progressed(id, $0) }
  /// }
  /// .dispose(on: disposer)
  /// ```
  ///
  /// `effect` is called on the store's own queue for each element that was not there before, in the order of
  /// the collection. The effect of an element that is not there any more is cancelled before the next action
  /// is reduced. Elements that only change their places change nothing, and an element that is there twice
  /// has one effect. O(size of the collection) for each action that changes it.
  ///
  /// - Returns: What ends it when disposed of or dropped.
  public func run<Elements: Collection & Sendable>(
    forEach elements: any KeyPath<State, Elements> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ effect: @escaping @Sendable (Elements.Element) -> Effect
  ) -> Disposable where Elements.Element: Hashable & Sendable {
    let site = CallSite(file: file, line: line)
    let supervision = Supervision(engine, node, accepted, site, effect)
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
    let subscription = scope.observe(with: update)
    return Disposable(at: site) {
      subscription.dispose()
      supervision.end()
    }
  }
}

/// The effects that go on for some keys.
private final class Supervision<Key: Hashable & Sendable>: Sendable {
  private struct Running {
    /// In the order in which they were started.
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
  private let node: Node
  private let accepted: AcceptedActions?
  private let site: CallSite
  private let effect: @Sendable (Key) -> Effect
  private let state = Locked(State())

  init(
    _ engine: Engine,
    _ node: Node,
    _ accepted: AcceptedActions?,
    _ site: CallSite,
    _ effect: @escaping @Sendable (Key) -> Effect
  ) {
    runner = engine.effects
    self.engine = engine
    self.node = node
    self.accepted = accepted
    self.site = site
    self.effect = effect
  }

  /// Cancels what is not among `keys` any more, and starts what is new. Called one at a time, on the store's
  /// queue.
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
        effect(key), accepting: accepted, isBinding: true, of: node, in: engine, at: site)
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
