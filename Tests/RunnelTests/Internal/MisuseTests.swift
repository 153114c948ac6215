// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Contract 36: each programmer error has a test on its words.
@Suite(.serialized) struct MisuseTests {
  /// Runs `body`, and returns the warnings that were made about lines of this file.
  private func warnings(
    isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
  ) async -> [Misuse] {
    let heard = Recorder<Misuse>()
    let token = Misuse.onWarning {
      if $0.site.file == "RunnelTests/MisuseTests.swift" { heard.record($0) }
    }
    await body()
    token.dispose()
    return heard.values
  }

  @Test("Contract 4 and 36: a concurrent queue is refused with a message")
  func concurrentQueue() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseConcurrentQueue()
    }
    let (text, line) = read(result)
    #expect(
      text.contains(
        """
        MisuseTests.swift:\(line): Runnel: A store was given the concurrent queue "mine". Its \
        reducers would run at the same time, and actions would be reduced in any order. Pass a serial \
        queue, such as DispatchQueue(label: "mine"), or none: a store makes its own.
        """))
  }

  @Test("Contract 4: global queues are concurrent, and serial ones of any kind are not")
  func queueKinds() {
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    #expect(QueueKind.isConcurrent(concurrent))
    #expect(QueueKind.isConcurrent(.global()))
    #expect(QueueKind.isConcurrent(.global(qos: .background)))
    #expect(!QueueKind.isConcurrent(.main))
    #expect(!QueueKind.isConcurrent(DispatchQueue(label: "serial")))
    #expect(!QueueKind.isConcurrent(DispatchQueue(label: "serial", target: concurrent)))
    #expect(!QueueKind.isConcurrent(DispatchQueue(label: "serial", qos: .userInteractive)))
  }

  @Test("Contract 5 and 36: state read in the own reducer ends with a message, not a deadlock")
  func stateInReducer() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseStateInReducer()
    }
    let (text, line) = read(result)
    #expect(
      text.contains(
        """
        MisuseTests.swift:\(line): Runnel: `state` was read on the thread that is changing or \
        comparing this very state: in the reducer that handles the action dispatched here, in an `==`, \
        or in a getter or closure that a scope reads through. There is no state to read before these \
        have returned. Use the state that the function was given as its argument.
        """))
  }

  @Test("Contract 25 and 36: a reducer of a slice that cannot be written ends with a message")
  func unwritableSlice() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseReducerOfClosureScope()
    }
    let (text, line) = read(result)
    #expect(
      text.contains("MisuseTests.swift:\(line): Runnel: A reducer was added to a Store<Int> of"))
    #expect(
      text.contains(
        """
        This slice can be read and not be written: it is made by a closure, derived from others, or lies \
        behind a path that cannot be set. Add the reducer to the scope that it is made from.
        """))
  }

  @Test("Contract 27 and 36: a scope into an optional, made in the reducer, ends with a message")
  func presenceInReducer() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misusePresenceInReducer()
    }
    let (text, line) = read(result)
    #expect(text.contains("MisuseTests.swift:\(line): Runnel: A scope was made on the thread"))
  }

  @Test("Contract 36: what is derived must not read the store, whoever has it made")
  func derivationReadsState() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseStateInDerivation()
    }
    let (text, _) = read(result)
    #expect(text.contains("Runnel: `state` was read on the thread that is changing or comparing"))
  }

  @Test("Contract 37: an endless loop through a kept `next` is reported once")
  func endlessNext() async {
    struct Passed: Action {}
    /// In a structure, since a closure that is read through a generic `inout` is wrapped anew each time.
    struct Kept { var next: Middleware<Int>.Next? }
    let heard = await warnings {
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
        if (1..<300_000).contains(count) { kept.withLock { $0.next }?(Passed()) }
      }
      store.dispatch(Passed())
      for await count in store.values where count >= 300_000 { break }
      token.dispose()
    }
    #expect(heard.count == 1)
    #expect(heard.first?.message.contains("Passed") == true)
  }

  @Test("Contract 36: a history without room for a step ends with a message")
  func undoLimit() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseUndoLimit()
    }
    let (text, line) = read(result)
    #expect(
      text.contains(
        """
        MisuseTests.swift:\(line): Runnel: A reducer was made undoable with a limit of 0 steps, which \
        would keep nothing to go back to. Pass a limit of one or more.
        """))
  }

  @Test("Contract 36: blocking in an effect of a store on a manual clock ends with a message")
  func waitInEffect() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseWaitInEffect()
    }
    let (text, line) = read(result)
    #expect(text.contains("MisuseTests.swift:\(line): Runnel: waitUntilSettled() was called in"))
  }

  @Test("Contract 36: a limit of no effects ends with a message")
  func effectLimit() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseEffectLimit()
    }
    let (text, line) = read(result)
    #expect(
      text.contains(
        """
        MisuseTests.swift:\(line): Runnel: An effect was limited to 0 at a time, so it could never begin. Pass a \
        limit of one or more.
        """))
  }

  @Test("Contract 36: a timer without an interval ends with a message")
  func timerInterval() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseTimerInterval()
    }
    let (text, line) = read(result)
    #expect(
      text.contains(
        """
        MisuseTests.swift:\(line): Runnel: A timer was made with an interval of 0.0 seconds, so it would tick \
        without end. Pass an interval that is longer than zero.
        """))
  }

  @Test("Contract 36: ticks without an interval end with a message")
  func tickInterval() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseTickInterval()
    }
    let (text, line) = read(result)
    #expect(
      text.contains(
        "MisuseTests.swift:\(line): Runnel: A timer was made with an interval of -1.0 seconds"))
  }

  @Test(
    "Contract 36: a reducer that returns an action or a command in place of an effect is reported")
  func returnedByReducer() {
    enum Stray: Action { case left }
    enum StrayOrder: Command { case go }
    let reported = Recorder<String>()
    let warning = Misuse.onWarning { misuse in
      if misuse.message.contains("Stray") { reported.record(misuse.description) }
    }
    let line = UInt(#line) + 1
    _ = Reducer<Int>.on(AppAction.self) { _, _ in Stray.left }
    _ = Reducer<Int> { _, _ in StrayOrder.go }
    _ = Reducer<Int> { state, _ in state += 1 }.onChange(of: { $0 }) { _, _, _ in StrayOrder.go }
    _ = Reducer<[Int]> { state, _ in state.popLast() }
    #expect(
      reported.values == [
        """
        RunnelTests/MisuseTests.swift:\(line): Runnel: The reducer made here returns an action, MisuseTests.Stray, \
        which is thrown away: a reducer returns nothing, or an Effect. Return `.send(…)` of it.
        """,
        """
        RunnelTests/MisuseTests.swift:\(line + 1): Runnel: The reducer made here returns a command, \
        MisuseTests.StrayOrder, which is thrown away: a reducer returns nothing, or an Effect. Return \
        `.perform(…)` of it.
        """,
        """
        RunnelTests/MisuseTests.swift:\(line + 2): Runnel: The reducer made here returns a command, \
        MisuseTests.StrayOrder, which is thrown away: a reducer returns nothing, or an Effect. Return \
        `.perform(…)` of it.
        """,
      ])
    warning.dispose()
  }

  @Test("Contract 5 and 36: a scope of the store read in the reducer ends with the message as well")
  func scopeInReducer() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseScopeInReducer()
    }
    let (text, line) = read(result)
    #expect(text.contains("MisuseTests.swift:\(line): Runnel: `state` was read"))
  }

  @Test("Contract 36: a subscription made in the own reducer ends with a message")
  func subscribeInReducer() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseSubscribeInReducer()
    }
    let (text, line) = read(result)
    #expect(
      text.contains(
        """
        MisuseTests.swift:\(line): Runnel: A subscription was made inside the store's own reducer, \
        in an `==`, or in a getter or closure that a scope reads through. These are called while the \
        state is locked, and must do nothing but compute. Subscribe in an observer of the change \
        instead, or where the action is dispatched.
        """))
  }

  @Test("Contract 36: waiting for the store in an observer on its queue ends with a message")
  func waitInside() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseWaitInside()
    }
    let (text, line) = read(result)
    #expect(
      text.contains(
        """
        MisuseTests.swift:\(line): Runnel: waitUntilSettled() was called in a reducer, an observer \
        or a connector that the store itself is waiting for, or on the store's own queue, so it would never \
        return. Call it elsewhere, or use `await settled()` in a task.
        """))
  }

  @Test("Contract 36: waiting for the store on its own queue ends with a message")
  func waitOnOwnQueue() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseWaitOnOwnQueue()
    }
    let (text, line) = read(result)
    #expect(text.contains("MisuseTests.swift:\(line): Runnel: waitUntilSettled() was called"))
  }

  @Test("Contract 36: listing connections in the own reducer ends with a message")
  func connectionsInReducer() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseConnectionsInReducer()
    }
    let (text, line) = read(result)
    #expect(text.contains("MisuseTests.swift:\(line): Runnel: `connections` was read"))
  }

  @Test("Contract 36: an iterator that two tasks wait on ends with a message")
  func sharedIterator() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseSharedIterator()
    }
    let (text, line) = read(result)
    #expect(
      text.contains(
        """
        MisuseTests.swift:\(line): Runnel: Two tasks wait for the next value of one iterator. An iterator \
        belongs to one task: let each task iterate over the sequence itself, and all of them see every \
        value.
        """))
  }

  @Test("Contract 36 and 37: an endless loop is reported once, and other actions get their turn")
  func endlessLoop() async {
    enum Loop: Action { case again, stop }
    let box = StoreBox<(count: Int, isStopped: Bool)>()
    let line = Locked(UInt(0))
    let heard = await warnings {
      let store = Store(state: (count: 0, isStopped: false)) { state, action in
        switch action {
        case Loop.stop: state.isStopped = true
        case Loop.again where !state.isStopped:
          state.count += 1
          line.withLock { $0 = #line + 1 }
          box.store?.dispatch(Loop.again)
        default: break
        }
      }
      box.store = store
      // Two chains, so that each of them would have something to report.
      store.dispatch(Loop.again)
      store.dispatch(Loop.again)
      // Deep enough to have been noticed, and more.
      for await state in store.values where state.count > 300_000 { break }
      store.dispatch(AppAction.nothing)
      await store.settled()
      store.dispatch(Loop.stop)
      await store.settled()
      #expect(store.state.isStopped)
      box.store = nil
    }
    #expect(
      heard.map(\.description) == [
        """
        RunnelTests/MisuseTests.swift:\(line.withLock { $0 }): Runnel: 100000 actions were dispatched \
        one by the other, each while the one before was being reduced or announced; the last of them is \
        MisuseTests.Loop.again, dispatched here. This looks like an endless loop: a reducer or an observer that \
        answers its own action. Other actions still get their turn, but the store is never idle. \
        Dispatch only when something has changed. This is reported once for each store.
        """
      ])
  }

  @Test("Contract 36: a loop through two stores is noticed, too")
  func endlessLoopOfTwo() async {
    let heard = await warnings {
      let first = Store(state: 0) { state, _ in state += 1 }
      let second = Store(state: 0) { state, _ in state += 1 }
      let tokens = [
        first.observe { [weak second] in if $0 < 120_000 { second?.dispatch(AppAction.nothing) } },
        second.observe { [weak first] in if $0 < 120_000 { first?.dispatch(AppAction.nothing) } },
      ]
      for await count in first.values where count > 110_000 { break }
      tokens.forEach { $0.dispose() }
    }
    // Each store starts a chain of its own, by telling its first value.
    #expect((1...2).contains(heard.count))
  }

  @Test("Contract 36: a view connected off the main thread is refused with a message")
  func connectOffMain() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await misuseConnectOffMain()
    }
    let (text, line) = read(result)
    #expect(
      text.contains(
        """
        MisuseTests.swift:\(line): Runnel: CounterView is a view component, and was connected on \
        another thread than the main one. Its first props are set before `connect` returns, and props of \
        views are set on the main thread. Call `connect` on the main actor.
        """))
  }

  @Test("Contract 36: a connector that holds its component is reported")
  @MainActor func connectorKeepsComponent() async {
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
    let heard = await warnings {
      let views = (0..<3).map { _ in CounterView() }
      line.withLock { $0 = #line + 1 }
      views[0].connect(to: store, by: Keeping(views[0]))
      views[1].connect(to: store, by: Weak(view: views[1]))
      views[2].connect(to: store, by: Unowned(view: views[2]))
      views[0].disposer.dispose()
    }
    #expect(
      heard.map(\.description) == [
        """
        RunnelTests/MisuseTests.swift:\(line.withLock { $0 }): Runnel: The connector Keeping holds the \
        component that it is connected for, CounterView, in its property `view`. The connection holds the \
        connector, so the component can never go away, nor its connection. Make `view` weak, or make \
        CounterView its own connector, which is held weakly.
        """
      ])
  }

  /// What a process wrote to standard error, and the line that it noted there.
  private func read(_ result: ExitTest.Result?) -> (text: String, line: String) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let note = text.split(separator: "\n").first { $0.hasPrefix("Here: ") }
    return (text, note.map { String($0.dropFirst(6)) } ?? "no line was noted")
  }
}

/// Writes a line number to standard error, for a test to compare with that of a message.
private func note(line: Int) {
  FileHandle.standardError.write(Data("Here: \(line)\n".utf8))
}

/// `@unchecked`: for tests that do on purpose what the compiler would refuse.
private struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

// MARK: What is wrong on purpose

private func misuseConcurrentQueue() async {
  let queue = DispatchQueue(label: "mine", attributes: .concurrent)
  note(line: #line + 1)
  _ = Store(state: 0, reducer: { _, _ in }, queue: queue)
}

private func misuseStateInReducer() async {
  let box = StoreBox<Int>()
  let store = Store(state: 0) { _, _ in _ = box.store?.state }
  box.store = store
  note(line: #line + 1)
  store.dispatch(AppAction.nothing)
  await store.settled()
}

private func misuseScopeInReducer() async {
  let box = StoreBox<String>()
  let store = Store(state: AppState()) { _, _ in _ = box.store?.state }
  box.store = store.scope(\.name)
  note(line: #line + 1)
  store.dispatch(AppAction.nothing)
  await store.settled()
}

private func misuseSubscribeInReducer() async {
  let box = StoreBox<Int>()
  note(line: #line + 1)
  let store = Store(state: 0) { _, _ in box.store?.observe { _ in }.dispose() }
  box.store = store
  store.dispatch(AppAction.nothing)
  await store.settled()
}

private func misuseWaitInside() async {
  let store = makeStore()
  note(line: #line + 1)
  let token = store.observe { [weak store] _ in store?.waitUntilSettled() }
  await store.settled()
  token.dispose()
}

private func misuseConnectOffMain() async {
  // As code in the Swift 5 mode may do.
  let view = await MainActor.run { CounterView() }
  note(line: #line + 1)
  let connect: @MainActor (CounterView) -> Void = { $0.connect(to: Store(state: 0)) }
  let anywhere = unsafeBitCast(connect, to: ((CounterView) -> Void).self)
  await onThread { [anywhere = Unchecked(anywhere)] in anywhere.value(view) }
}

private func misuseWaitOnOwnQueue() async {
  let queue = DispatchQueue(label: "own")
  let store = Store(state: 0, reducer: { state, _ in state += 1 }, queue: queue)
  await withCheckedContinuation { continuation in
    queue.async {
      note(line: #line + 1)
      store.waitUntilSettled()
      continuation.resume()
    }
  }
}

private func misuseConnectionsInReducer() async {
  let box = StoreBox<Int>()
  let store = Store(state: 0) { _, _ in _ = box.store?.connections }
  box.store = store
  note(line: #line + 1)
  store.dispatch(AppAction.nothing)
  await store.settled()
}

private func misuseSharedIterator() async {
  let store = makeStore()
  note(line: #line + 1)
  let iterator = store.values(of: \.counter).makeAsyncIterator()
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

private func misuseReducerOfClosureScope() async {
  let store = makeStore()
  let count = store.scope { $0.rows.count }
  note(line: #line + 1)
  count.add { count, _ in count += 1 }.dispose()
}

private func misusePresenceInReducer() async {
  struct State: Sendable { var row: Int? = 1 }
  let box = StoreBox<State>()
  let store = Store(state: State()) { _, _ in _ = box.store?.scope(ifPresent: \.row) }
  box.store = store
  note(line: #line + 1)
  store.dispatch(AppAction.nothing)
  await store.settled()
}

private func misuseUndoLimit() async {
  note(line: #line + 1)
  _ = Reducer<Int> { _, _ in }.undoable(limit: 0)
}

private func misuseEffectLimit() async {
  note(line: #line + 1)
  _ = Effect.none.limited(id: 1, to: 0)
}

private func misuseTimerInterval() async {
  note(line: #line + 1)
  _ = Effect.timer(every: .zero) { AppAction.increment }
}

private func misuseWaitInEffect() async {
  let clock = ManualClock()
  let store = Store(state: AppState(), reducer: appReducer, clock: clock)
  let token = store.run(.run { _ in waitByBlocking(for: store) })
  await clock.advance(by: .zero)
  token.dispose()
}

private func waitByBlocking(for store: Store<AppState>) {
  note(line: #line + 1)
  store.waitUntilSettled()
}

private func misuseTickInterval() async {
  note(line: #line + 1)
  _ = ContinuousClock().ticks(every: .seconds(-1))
}

private func misuseStateInDerivation() async {
  struct Opaque: Sendable { var value = 0 }
  let box = StoreBox<AppState>()
  let store = makeStore()
  box.store = store
  let derived = store.derive(\.counter) { Opaque(value: $0 + (box.store?.state.counter ?? 0)) }
  _ = derived.state
}
