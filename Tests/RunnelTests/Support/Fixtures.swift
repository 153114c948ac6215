// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// The words of all `Word` actions, in order.
struct Diary: Equatable, Sendable { var words: [String] = [] }

let diaryReducer = Reducer<Diary> {
  Reducer.updating(Word.self) { state, said in state.words.append(said.word) }
  Reducer.on(Do.self) { _, action in .init(action.effect) }
}

extension StoreOf where ActionType == any Action {
  /// Dispatches a `Do` action, without waiting.
  func start(_ effect: Effect) { dispatch(Do(effect)) }

  /// Records the words of `Word` actions until the token is disposed.
  func recordWords(_ record: @escaping @Sendable (String) -> Void) -> Disposable {
    onAction { _, action in
      if let said = action as? Word { record(said.word) }
    }
  }
}

/// A store of a diary with a manual clock of its own.
struct DiaryStore {
  let clock: ManualClock
  let store: Store<Diary>
  /// The errors that no effect caught, unless there is another handler.
  let errors = Recorder<String>()

  init(clock: ManualClock = ManualClock(), onError: (@Sendable (EffectFailure) -> Void)? = nil) {
    self.clock = clock
    let errors = errors
    store = Store(
      state: Diary(), reducer: diaryReducer, clock: clock,
      onError: onError ?? { errors.record("\($0.error)") })
  }

  /// Dispatches a `Do` action, and returns when all due work is done.
  func start(_ effect: Effect) async {
    store.start(effect)
    await clock.advance(by: .zero)
  }

  func advance(_ milliseconds: Int) async { await clock.advance(by: .milliseconds(milliseconds)) }

  /// Returns each word that effects send while `body` runs, with its time in milliseconds.
  func timeline(_ body: () async -> Void) async -> [String] {
    let heard = Recorder<String>()
    let token = store.recordWords { [clock] word in
      heard.record("\(word) \(Int(clock.now.offset / .milliseconds(1)))")
    }
    await body()
    token.dispose()
    return heard.values
  }

  var words: [String] { store.state.words }

  var counts: (roots: Int, tasks: Int, remembered: Int) { store.engine.effects.counts }

  /// True if no effect runs, waits or is remembered.
  var isClean: Bool { counts == (0, 0, 0) && clock.sleeperCount == 0 }
}

/// Records what fails in the first of some random runs that fails.
func expectNoFailures(
  in seeds: some Sequence<UInt64> = ModelSeeds.all, of run: (_ seed: UInt64) async -> [String]
) async {
  for seed in seeds {
    let failures = await run(seed)
    for failure in failures.prefix(3) {
      Issue.record("seed \(seed): \(failure) (run it alone with RUNNEL_SEED=\(seed))")
    }
    if !failures.isEmpty { return }
  }
}

/// A row that counts how often its ID is read.
struct CountedRow: Identifiable, Sendable {
  let number: Int
  let reads: Counter
  var value = 0

  var id: Int {
    reads.increment()
    return number
  }
}

/// What the store's tests read of the engine's internals, in one place.
extension StoreOf where ActionType == any Action {
  /// The number of times that a slice has been evaluated or compared.
  var evaluations: Int { engine.changes.found.evaluations }

  /// The number of slices that have an observer.
  var observedSlices: Int { engine.rootSlice.watch.index?.entries.count ?? 0 }

  /// The number of slices that exist, without the state itself.
  var retainedSlices: Int { engine.slices.count }

  /// Whether no subscription, no observed slice and no scope is left.
  var isUnused: Bool { connections.isEmpty && observedSlices == 0 && retainedSlices == 0 }

  /// The table of the collection that contains this element.
  var elementTable: ElementTable? { slice.parent?.table }

  /// Starts to wait as `settled()` does, and returns a gate that opens when it would return.
  func settling() -> Gate {
    let isSettled = Gate()
    engine.whenSettled { isSettled.open() }
    return isSettled
  }

  /// Settles, and returns the recorded values with the numbers of evaluations and comparisons.
  func cost<Value: Sendable>(
    _ recorded: Recorder<Value>, _ comparisons: Counter, of dispatch: () -> Void
  ) async -> (values: [Value], evaluations: Int, comparisons: Int) {
    await settled()
    _ = recorded.takeValues()
    comparisons.reset()
    let before = evaluations
    dispatch()
    await settled()
    return (recorded.values, evaluations - before, comparisons.value)
  }

  /// Calls `body` when `count` readers are waiting for the state.
  func whenReadersWait(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    engine.stateLock.whenWaiting(count, body)
  }

  /// Reduces the pending actions on the calling thread.
  func drainOnThisThread() { engine.drain() }
}

extension EffectRunner {
  /// The numbers of effects, of tasks, and of IDs in use.
  var counts: (roots: Int, tasks: Int, remembered: Int) {
    machine.withLock { ($0.roots.count, $0.taskCount, $0.rememberedCount) }
  }

  /// The number of scopes that cancellations have visited.
  var cancellationVisits: Int { machine.withLock { $0.cancellationVisits } }
}

/// A value in each kind of part that can disappear, or in none.
struct Parts<Value: Equatable & Identifiable & Sendable>: Equatable, Sendable
where Value.ID == Int {
  enum Screen: Equatable, Sendable {
    case none
    case value(Value)
  }

  var array: [Value]
  var entities: Entities<Value>
  var table: [String: Value]
  var optional: Value?
  var screen: Screen
  var list: [Value]?

  init(_ value: Value?) {
    array = value.map { [$0] } ?? []
    entities = Entities(array)
    table = value.map { ["a": $0] } ?? [:]
    optional = value
    screen = value.map(Screen.value) ?? .none
    list = value.map { [$0] }
  }
}

enum PartKind: CaseIterable {
  case element, entity, named, optional, payload, firstOfOptional
}

extension StoreOf where ActionType == any Action {
  /// Returns the scope of the part that has the value, whose ID is 1.
  func part<Value>(_ kind: PartKind) -> Store<Value>? where State == Parts<Value> {
    switch kind {
    case .element: scope(\.array, id: 1)
    case .entity: scope(\.entities, id: 1)
    case .named: scope(\.table, id: "a")
    case .optional: ifPresent(\.optional)
    case .payload: ifCase(\.screen, CasePath(Parts<Value>.Screen.value))
    case .firstOfOptional: ifPresent(\.list)?.scope(\.[0])
    }
  }
}
