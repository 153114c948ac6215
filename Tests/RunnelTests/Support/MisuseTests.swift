// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// The exact words of the core's fatal errors, and of runtime warnings that no other suite causes.
@Suite(.serialized) struct MisuseTests {
  /// Returns the runtime warnings about lines of this file that `body` causes.
  private func warnings(
    isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
  ) async -> [Misuse] {
    let warnings = Recorder<Misuse>()
    let token = Misuse.onWarning {
      if $0.site.file == "RunnelTests/MisuseTests.swift" { warnings.record($0) }
    }
    await body()
    token.dispose()
    return warnings.values
  }

  @Test func `Contract 36: every fatal error goes through one function`() throws {
    // The sanitizers compile the tests through a link.
    let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
      .resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(!paths.isEmpty)
    let files = try paths.filter {
      try String(contentsOf: sources.appending(path: $0), encoding: .utf8).contains("fatalError(")
    }
    #expect(files == ["Runnel/Support/Misuse.swift"])
  }

  // MARK: Fatal errors

  /// Mistakes that end the program, with the messages that they print, and the lines in these.
  static let mistakes: [String: (message: String, line: Int, make: @Sendable () async -> Void)] = [
    "reading the state in a reducer": (
      lockedState("`state` was read"), #line, { await misuse { _ = $0.state } }
    ),
    "reading a scope in a reducer": (
      lockedState("`state` was read"), #line + 5,
      {
        let box = StoreBox<String>()
        let store = Store(state: AppState()) { _, _ in _ = box.store?.state }
        box.store = store.scope(\.name)
        await store.settle(after: AppAction.nothing)
      }
    ),
    "reading connections in a reducer": (
      lockedState("`connections` was read"), #line, { await misuse { _ = $0.connections } }
    ),
    "creating an optional scope in a reducer": (
      lockedState("A scope was created"), #line, { await misuse { _ = $0.ifPresent(\.search) } }
    ),
    "subscribing in a reducer": (
      """
      Subscription created inside a reducer, an `==` or a getter of the same store.
      Why: reducers, `==`, and the getters and closures that a scope reads through are called \
      while the state is locked. They must only compute.
      Fix: subscribe in an observer of the change, or where the action is dispatched.
      """, #line + 3,
      {
        let box = StoreBox<Int>()
        let store = Store(state: 0) { _, _ in box.store?.observe { _ in }.dispose() }
        box.store = store
        await store.settle(after: AppAction.nothing)
      }
    ),
    "waiting in two tasks on one iterator": (
      """
      Two tasks are waiting for the next value of one iterator.
      Why: an iterator belongs to one task.
      Fix: let each task iterate over the sequence created here; each task then receives every \
      value.
      """, #line + 3,
      {
        let store = makeStore()
        let iterator = store.scope(\.counter).values().makeAsyncIterator()
        let box = Unchecked(iterator)
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<2 {
            group.addTask {
              var copy = box.value
              while await copy.next() != nil {}
            }
          }
        }
      }
    ),
    "connecting a view off the main thread": (
      """
      View component CounterView was connected off the main thread.
      Why: `connect` sets the first props before it returns, and a view's props are set on the \
      main thread.
      Fix: call `connect` on the main actor.
      """, #line + 4,
      {
        // Code in the Swift 5 language mode can do this.
        let view = await MainActor.run { CounterView() }
        let connect: @MainActor (CounterView) -> Void = { $0.connect(to: Store(state: 0)) }
        let anywhere = unsafeBitCast(connect, to: ((CounterView) -> Void).self)
        await onThread { [anywhere = Unchecked(anywhere)] in anywhere.value(view) }
      }
    ),
    "adding a reducer to a read-only scope": (
      """
      Reducer added to a read-only scope.
      Why: the Store<Int> of \\AppState { Int at RunnelTests/MisuseTests.swift:\(#line + 6) } made at \
      RunnelTests/MisuseTests.swift:\(#line + 5) is computed with a closure, derived from other \
      scopes, or reached through a key path that cannot be set.
      Fix: add the reducer to the scope that this one is computed from.
      """, #line + 3,
      {
        let count = makeStore().scope { $0.rows.count }
        count.add(reducer: .updating { count, _ in count += 1 }).dispose()
      }
    ),
    "deriving from two stores": (
      """
      Derived store with an input from another store.
      Why: the Store<Int> of \\Int made at RunnelTests/MisuseTests.swift:\(#line + 6) is a scope of \
      another store. Two stores change independently of each other, so their states cannot be read \
      at one moment.
      Fix: derive from scopes of one store.
      """, #line + 3,
      {
        let (store, other) = (Store(state: 1), Store(state: 2))
        _ = store.derive(from: store, other) { $0 + $1 }
      }
    ),
    "composing a reducer outside of the closure that received it": (
      """
      Reducer of a Int outside of the closure that received it.
      Why: `reading(_:_:)` passes its closure a reducer that reads the value of the \
      composition that the closure returns. It was composed elsewhere.
      Fix: use the reducer in the result of the closure only, and call `reading(_:_:)` again for \
      another place.
      """, #line + 6,
      {
        var escaped = Reducer<Int>.updating { _, _ in }
        let sum = ReadingReducer<Int, Int>.updating(AppAction.self) { state, _, value in
          state += value
        }
        let placed = sum.reading(\AppState.counter) {
          escaped = $0
          return $0.scope(\.counter)
        }
        var state = AppState()
        // The first one shares its value with the reducer inside it only.
        Reducer {
          placed
          escaped.scope(\.counter)
        }
        .reduce(&state, AppAction.increment)
      }
    ),
    "an undo limit of zero": (
      """
      Undo history with a limit of 0 steps.
      Why: the history would retain no state to undo to.
      Fix: pass a limit of 1 or more.
      """, #line + 2,
      {
        _ = Reducer<Undone>.updating { _, _ in }.undoable(\.text, history: \.history, limit: 0)
      }
    ),
    "a recorded step with a limit of zero": (
      """
      Undo history with a limit of 0 steps.
      """, #line + 3,
      {
        var history = History<Int>()
        history.record(1, limit: 0)
      }
    ),
    "an effect limit of zero": (
      """
      Effect limited to 0 at a time.
      Why: the effect could never start.
      Fix: pass a limit of 1 or more.
      """,
      #line, { _ = Effect.none.limited(id: 1, to: 0) }
    ),
    "a timer without an interval": (
      timerInterval("0.0"), #line, { _ = Effect.timer(every: .zero) { AppAction.increment } }
    ),
    "an effect of values that are no actions": (
      """
      Effect of actions of the type Int, which doesn't conform to Action.
      Why: a store has no reducer for a value that is no action.
      Fix: conform Int to Action, or use Effect, which sends actions of any type.
      """,
      #line, { _ = EffectOf<Int>.send(1) }
    ),
    "clock ticks without an interval": (
      timerInterval("-1.0"), #line, { _ = ContinuousClock().ticks(every: .seconds(-1)) }
    ),
  ]

  private static func lockedState(_ access: String) -> String {
    """
    \(access) inside a reducer, an `==` or a getter of the same store.
    Why: this thread has locked the state: it runs the reducer for the action dispatched here, an \
    `==`, or a getter or closure that a scope reads through.
    Fix: use the state that the function receives as its argument.
    """
  }

  private static func timerInterval(_ seconds: String) -> String {
    """
    Timer with an interval of \(seconds) seconds.
    Why: the timer would fire endlessly.
    Fix: pass an interval longer than zero.
    """
  }

  @Test(arguments: mistakes.keys.sorted())
  func `Contract 5, 25, 27, 36: each mistake ends the program with its message (Pitfall 36)`(
    name: String
  ) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [name] in
      await MisuseTests.mistakes[name]?.make()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let (message, line, _) = try #require(Self.mistakes[name])
    #expect(
      text.contains("Fatal error: RunnelTests/MisuseTests.swift:\(line): Runnel: \(message)"))
  }

  @Test func `Contract 36: reading the state in a derivation is a fatal error`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Opaque: Sendable { var value = 0 }
      let box = StoreBox<AppState>()
      let store = makeStore()
      box.store = store
      let derived = store.derive(\.counter) { Opaque(value: $0 + (box.store?.state.counter ?? 0)) }
      _ = derived.state
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Runnel: `state` was read inside a reducer, an `==` or a getter"))
  }

  // MARK: Runtime warnings

  @Test func `Contract 36 and 37: an endless loop is reported once, and doesn't block`() async {
    enum Loop: Action { case again, stop }
    let box = StoreBox<(count: Int, isStopped: Bool)>()
    let isDeep = Gate()
    let line = Locked(UInt(0))
    let warnings = await warnings {
      let store = Store(state: (count: 0, isStopped: false)) { state, action in
        switch action {
        case Loop.stop: state.isStopped = true
        case Loop.again where !state.isStopped:
          state.count += 1
          // Deeper than the limit of both loops.
          if state.count == 210_000 { isDeep.open() }
          line.withLock { $0 = #line + 1 }
          box.store?.dispatch(Loop.again)
        default: break
        }
      }
      box.store = store
      // A task might go on late, while the loops take the processors from all other tests.
      await onThread {
        // Two loops, so that each could report a warning.
        store.dispatch(Loop.again)
        store.dispatch(Loop.again)
        isDeep.pass()
        store.dispatch(AppAction.nothing)
        store.waitUntilReduced()
        store.dispatch(Loop.stop)
        store.waitUntilReduced()
      }
      #expect(store.state.isStopped)
      box.store = nil
    }
    #expect(
      warnings.map(\.description) == [
        """
        RunnelTests/MisuseTests.swift:\(line.withLock { $0 }): Runnel: Possible infinite loop: \
        100000 actions were dispatched, each while the previous one was being processed. The last \
        was MisuseTests.Loop.again, dispatched here.
        Why: a reducer or an observer probably dispatches in response to its own action. Other \
        actions are still reduced, but the store is never idle.
        Fix: dispatch only when a value has changed. This warning is reported once per store.
        """
      ])
  }

  @Test func `Contract 36: an endless loop through two stores is reported`() async {
    let warnings = await warnings {
      let stores = (0..<2).map { _ in Store(state: 0) { state, _ in state += 1 } }
      let tokens = (0..<2).map { index in
        stores[index].observe { [weak other = stores[1 - index]] in
          if $0 < 120_000 { other?.dispatch(AppAction.nothing) }
        }
      }
      for await count in stores[0].values() where count > 110_000 { break }
      tokens.forEach { $0.dispose() }
    }
    // Each store starts its own chain when it delivers its first value.
    #expect((1...2).contains(warnings.count))
  }

  @Test func `Contract 37: an endless loop through a stored next closure is reported once`() async {
    struct Passed: Action {}
    /// A structure: each read of a closure through a generic `inout` would wrap it again.
    struct Kept { var next: Middleware<Int>.Next? }
    let warnings = await warnings {
      let kept = Locked(Kept())
      let store = Store(
        state: 0, reducer: { count, _ in count += 1 },
        middleware: [
          Middleware { action, _, next in
            kept.withLock { $0.next = next }
            next(action)
          }
        ])
      let token = store.observe { count in
        if (1..<210_000).contains(count) { kept.withLock { $0.next }?(Passed()) }
      }
      store.dispatch(Passed())
      for await count in store.values() where count >= 210_000 { break }
      token.dispose()
    }
    #expect(warnings.count == 1)
    #expect(warnings.first?.message.contains("Passed(), dispatched here.") == true)
  }

  @Test @MainActor func `Contract 36: a connector that retains its component is reported`() async {
    final class Keeping: Connector {
      let view: CounterView
      init(_ view: CounterView) { self.view = view }
      nonisolated func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> Int { 0 }
    }
    struct Weak: Connector {
      weak var view: CounterView?
      nonisolated func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> Int { 0 }
    }
    struct Unowned: Connector {
      unowned let view: CounterView
      nonisolated func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> Int { 0 }
    }
    let store = makeStore()
    let line = Locked(0)
    let warnings = await warnings {
      let views = (0..<3).map { _ in CounterView() }
      line.withLock { $0 = #line + 1 }
      views[0].connect(to: store, by: Keeping(views[0]))
      views[1].connect(to: store, by: Weak(view: views[1]))
      views[2].connect(to: store, by: Unowned(view: views[2]))
      views[0].disposer.dispose()
    }
    #expect(
      warnings.map(\.description) == [
        """
        RunnelTests/MisuseTests.swift:\(line.withLock { $0 }): Runnel: Retain cycle: connector \
        Keeping retains its component CounterView in `view`.
        Why: the connection retains the connector, so the component and its connection are never \
        released.
        Fix: make `view` weak, or make CounterView its own connector, which the connection \
        references weakly.
        """
      ])
  }

  @Test func `Contract 35 and 36: a second handler in one list is reported by name`() async {
    struct Print: Command {}
    let line = #line + 2
    let warnings = await warnings {
      _ = CommandHandlers {
        CommandHandlers(for: Print.self) { _ in .none }
        CommandHandlers(for: Print.self) { _ in .none }
      }
    }
    #expect(
      warnings.map(\.description) == [
        """
        RunnelTests/MisuseTests.swift:\(line): Runnel: Duplicate command handler for \
        MisuseTests.Print; this one was ignored.
        Why: a store has one handler per command type. The first is in the same list.
        Fix: dispose of the first handler, or use CommandHandlers.replacing(_:).
        """
      ])
  }
}

private struct Undone: Sendable {
  var text = ""
  var history = History<String>()
}

/// `@unchecked`: the tests here break, on purpose, rules that the compiler enforces.
private struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

// MARK: Code with deliberate mistakes

private struct Slices: Sendable { var search: Int? = 1 }

/// Accesses a store in its own reducer, for an action from the line of the call.
private func misuse(
  line: UInt = #line, _ access: @escaping @Sendable (Store<Slices>) -> Void
) async {
  let box = StoreBox<Slices>()
  let store = Store(state: Slices()) { _, _ in if let store = box.store { access(store) } }
  box.store = store
  await store.settle(after: AppAction.nothing, line: line)
}
