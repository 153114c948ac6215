// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelNavigation

@Suite struct ScreenLifetimeTests {
  private let clock = ManualClock()
  private let reports = Recorder<String>()
  private let store: Store<Mail.State>
  private let first = ScreenID(1)
  private let second = ScreenID(2)

  init() {
    var state = Mail.State()
    state.path.push(.thread(Mail.Thread.State(subject: "a")))
    state.path.push(.thread(Mail.Thread.State(subject: "b")))
    store = Store(
      state: state, reducer: Mail.reducer,
      middleware: [.reports { [reports] in if !$0.isReduced { reports.record("\($0)") } }],
      clock: clock)
  }

  private func thread(_ id: ScreenID) throws -> StoreOf<Mail.Thread.State, any Action> {
    try #require(store.scope(\.path, id: id, .thread))
  }

  private func threadState(_ id: ScreenID) -> Mail.Thread.State? {
    store.state.path[id: id].flatMap { CasePath.thread.extract($0) }
  }

  private func pop() { store.dispatch(StackAction<Mail.Screen>.pop) }

  // MARK: Effects

  @Test func `The actions of a screen's effects reach only that screen`() async throws {
    try thread(first).dispatch(Mail.Thread.Action.load("x"))
    try thread(second).dispatch(Mail.Thread.Action.load("y"))
    await store.settled()
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    #expect(threadState(first)?.replies == ["x"])
    #expect(threadState(second)?.replies == ["y"])
  }

  @Test func `An action without a screen starts one effect for each screen`() async throws {
    store.dispatch(Mail.Thread.Action.load("x"))
    try thread(first).dispatch(Mail.Thread.Action.stop)
    await store.settled()
    #expect(store.runningEffects.map(\.ids) == [["Mail.Thread.ID.loading of screen 2"]])
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    #expect(threadState(first)?.replies == [])
    #expect(threadState(second)?.replies == ["x"])
  }

  @Test func `Two screens debounce and cancel with IDs of their own`() async throws {
    try thread(first).dispatch(Mail.Thread.Action.debounced)
    try thread(second).dispatch(Mail.Thread.Action.debounced)
    await store.settled()
    try thread(second).cancelEffects(id: Mail.Thread.ID.loading)
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    #expect(threadState(first)?.reads == 1)
    #expect(threadState(second)?.reads == 0)
    #expect(store.engine.effects.machine.withLock { $0.rememberedCount } == 0)
  }

  @Test func `The store of an app cancels an ID in all screens`() async throws {
    for id in [first, second] { try thread(id).dispatch(Mail.Thread.Action.load("x")) }
    await store.settled()
    #expect(store.runningEffects.count == 2)
    store.cancelEffects(id: Mail.Thread.ID.loading)
    #expect(store.runningEffects.isEmpty)
  }

  @Test func `Contract 31: The effects of a screen end when it is popped`() async throws {
    try thread(first).dispatch(Mail.Thread.Action.poll)
    try thread(second).dispatch(Mail.Thread.Action.poll)
    try thread(second).dispatch(Mail.Thread.Action.load("late"))
    await store.settled()
    #expect(store.runningEffects.count == 3)
    pop()
    await store.settled()
    #expect(store.runningEffects.count == 1)
    await clock.advance(by: .seconds(1))
    await store.settled()
    #expect(threadState(first)?.reads == 1)
    store.dispatch(StackAction<Mail.Screen>.popToRoot)
    await store.settled(includingEffects: true)
    #expect(store.runningEffects.isEmpty)
    #expect(store.engine.effects.machine.withLock { $0.rememberedCount } == 0)
  }

  @Test func `The effects of a screen end when an equal one replaces it`() async throws {
    try thread(second).dispatch(Mail.Thread.Action.load("late"))
    store.dispatch(StackAction<Mail.Screen>.replaceTop(.thread(Mail.Thread.State(subject: "b"))))
    await store.settled(includingEffects: true)
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    #expect(store.state.path.ids == [first, ScreenID(3)])
    #expect(threadState(ScreenID(3))?.replies == [])
  }

  @Test func `The effects of a screen end when it becomes one of another kind`() async throws {
    let change = Reducer<Mail.State>.updating(Mail.Composer.Action.self) { state, _ in
      state.path[id: ScreenID(2)] = .composer(Mail.Composer.State())
    }
    let token = store.add(reducer: change)
    try thread(second).dispatch(Mail.Thread.Action.load("late"))
    await store.settled()
    store.dispatch(Mail.Composer.Action.typed(""))
    await store.settled(includingEffects: true)
    #expect(store.runningEffects.isEmpty)
    #expect(store.state.path[1] == .composer(Mail.Composer.State()))
    token.dispose()
  }

  @Test func `An effect of a screen that the same action closes doesn't start`() async throws {
    let reducer = Reducer<Mail.State> {
      Reducer<Mail.Thread.State>.on(Mail.Thread.Action.self) { _, action in
        action == .closed ? .send(.read) : .none
      }
      .forEach(\.path, .thread)
      Mail.reducer
    }
    let store = Store(state: store.state, reducer: reducer)
    store.scope(\.path, id: second, .thread)?.dispatch(Mail.Thread.Action.closed)
    await store.settled(includingEffects: true)
    #expect(store.state.path.ids == [first])
    #expect(store.state.log == [])
  }

  @Test func `A burst of pushes and pops leaves no effect and no slice`() async throws {
    store.dispatch(StackAction<Mail.Screen>.popToRoot)
    for _ in 0..<500 {
      store.dispatch(StackAction<Mail.Screen>.push(.thread(Mail.Thread.State())))
      store.dispatch(Mail.Thread.Action.poll)
      store.dispatch(Mail.Thread.Action.load("late"))
      pop()
    }
    await store.settled(includingEffects: true)
    await clock.advance(by: .seconds(9))
    await store.settled(includingEffects: true)
    #expect(store.state.path.isEmpty)
    #expect(store.state.path.lastNumber == 502)
    #expect(store.state.log == [])
    #expect(store.runningEffects.isEmpty)
    #expect(store.engine.effects.machine.withLock { $0.rememberedCount } == 0)
    #expect(reports.values == [])
  }

  @Test func `Effects that are started on a screen are for it and end with it`() async throws {
    let disposer = Disposer()
    let thread = try thread(second)
    thread.run(.send(Mail.Thread.Action.read)).dispose(on: disposer)
    thread.run(
      .run { send in
        try await send.sleep(for: .seconds(1))
        send(Mail.Thread.Action.loaded("late"))
      }
    )
    .dispose(on: disposer)
    await store.settled()
    #expect(store.state.log == ["2 read"])
    pop()
    await store.settled()
    #expect(store.runningEffects.isEmpty)
    await clock.advance(by: .seconds(1))
    await store.settled()
    #expect(store.state.log == ["2 read"])
    disposer.dispose()
  }

  @Test func `Waiting for an action of a screen ends when the screen is popped`() async throws {
    let thread = try thread(second)
    let waiting = Task.immediate { await thread.dispatchAndWait(Mail.Thread.Action.poll) }
    await store.settled()
    pop()
    await waiting.value
    #expect(store.runningEffects.isEmpty)
  }

  // MARK: Scopes

  @Test func `Contract 27: A scope of a popped screen keeps the last value`() async throws {
    let thread = try thread(second)
    let values = thread.recordValues()
    thread.dispatch(Mail.Thread.Action.read)
    pop()
    store.dispatch(StackAction<Mail.Screen>.push(.thread(Mail.Thread.State(subject: "c"))))
    store.dispatch(Mail.Thread.Action.read)
    await store.settled()
    #expect(thread.state == Mail.Thread.State(subject: "b", reads: 1))
    #expect(values.values.map(\.reads) == [0, 1])
    #expect(threadState(ScreenID(3)) == Mail.Thread.State(subject: "c", reads: 1))
  }

  @Test func `An action for a popped screen is dropped and reported`() async throws {
    let thread = try thread(second)
    let received = Recorder<String>()
    let token = store.onAction { (action: any Action) in received.record("\(action)") }
    pop()
    thread.dispatch(Mail.Thread.Action.read, file: "App/Thread.swift", line: 7)
    thread.scope(\.subject).dispatch(Mail.Thread.Action.read, file: "App/Thread.swift", line: 8)
    await store.settled()
    thread.send(Mail.Thread.Action.read)
    let lines = [7, 8].map { line in
      """
      Mail.Thread.Action.read for screen 2 at App/Thread.swift:\(line): \
      not reduced: \\State.path[2] isn't on its stack
      """
    }
    #expect(Array(reports.values.prefix(2)) == lines)
    #expect(reports.values.count == 3)
    #expect(received.values == ["pop"])
    #expect(store.state.log == [])
    token.dispose()
  }

  @Test func `A scope of an entry and one of the same screen are different slices`() async throws {
    let entry = try #require(store.scope(\.path.entries, id: second))
    let thread = try thread(second)
    #expect(entry.state.screen == .thread(thread.state))
    pop()
    thread.dispatch(Mail.Thread.Action.read)
    entry.dispatch(Mail.Thread.Action.read)
    await store.settled()
    #expect(reports.values.count == 1)
    #expect(threadState(first)?.reads == 1)
  }

  @Test func `An action for a part with an identity of a popped screen is dropped`() async throws {
    struct Draft: Equatable, Identifiable, Sendable {
      var id = 1
      var edits = 0
    }
    struct Editor: Equatable, Sendable { var draft: Draft? = Draft() }
    struct State: Equatable, Sendable {
      var path: ScreenStack<Editor> = [Editor()]
      var count = 0
    }
    let store = Store(
      state: State(),
      reducer: Reducer<State> {
        Reducer.stack(\.path)
        Reducer.updating(Mail.Composer.Action.self) { state, _ in state.count += 1 }
      })
    let draft = try #require(store.scope(\.path, id: first)?.ifPresent(\.draft))
    draft.dispatch(Mail.Composer.Action.typed("x"))
    store.dispatch(StackAction<Editor>.pop)
    draft.dispatch(Mail.Composer.Action.typed("x"))
    await store.settled()
    #expect(store.state.count == 1)
  }

  @Test func `A report names the screen of an action that another reducer handles`() async throws {
    let thread = try thread(second)
    let all = Recorder<String>()
    let store = Store(
      state: store.state, reducer: Mail.reducer, middleware: [.reports { all.record("\($0)") }])
    store.scope(\.path, id: second, .thread)?
      .dispatch(Mail.Composer.Action.typed("x"), file: "A.swift", line: 1)
    store.scope(\.path, id: second, .thread)?
      .dispatch(Mail.Thread.Action.read, file: "A.swift", line: 2)
    await store.settled()
    #expect(
      all.values == [
        "Mail.Composer.Action.typed(\"x\") for screen 2 at A.swift:1: "
          + "not reduced: \\State.path[2] as State is absent",
        "Mail.Thread.Action.read for screen 2 at A.swift:2: reduced by 2 reducers; "
          + "\\State.path[2] as State is absent",
      ])
    withExtendedLifetime(thread) {}
  }

  @Test func `Scopes of screens leave nothing behind`() async throws {
    for _ in 0..<100 {
      let thread = try thread(second)
      let values = thread.recordValues()
      thread.scope(\.reads).dispatch(Mail.Thread.Action.read)
      await store.settled()
      #expect(values.values.count == 2)
    }
    #expect(store.connections.isEmpty)
    #expect(store.engine.slices.count == 0)
    #expect(threadState(second)?.reads == 100)
  }

  // MARK: Presented state

  @Test func `The effects of a sheet end when another one with the same case replaces it`() async {
    struct Sheet: Equatable, Identifiable, Sendable {
      let id: Int
      var thread = Mail.Thread.State()
    }
    struct State: Equatable, Sendable { var sheet: Sheet? = Sheet(id: 1) }
    enum SheetAction: Action { case presented(Int) }
    let store = Store(
      state: State(),
      reducer: Reducer<State> {
        Mail.Thread.reducer.scope(\Sheet.thread).ifPresent(\.sheet)
        Reducer.updating(SheetAction.self) { state, action in
          if case .presented(let id) = action { state.sheet = Sheet(id: id) }
        }
      }, clock: clock)
    store.dispatch(Mail.Thread.Action.load("late"))
    await store.settled()
    #expect(store.runningEffects.count == 1)
    store.dispatch(SheetAction.presented(2))
    await store.settled()
    #expect(store.runningEffects.isEmpty)
  }

  // MARK: Threads

  @Test func `Actions of screens from many threads reach the right one, or are dropped`() async {
    for round in stride(from: 0, to: 20, by: 4) {
      let store = Store(state: Mail.State(), reducer: Mail.reducer, clock: clock)
      for _ in 0..<8 {
        store.dispatch(StackAction<Mail.Screen>.push(.thread(Mail.Thread.State())))
      }
      await store.settled()
      let stays = store.state.path.ids.prefix(4)
      await withTaskGroup(of: Void.self) { group in
        for id in store.state.path.ids {
          group.addTask {
            guard let thread = store.scope(\.path, id: id, .thread) else { return }
            for _ in 0..<100 {
              thread.dispatch(Mail.Thread.Action.read)
              thread.dispatch(Mail.Thread.Action.load("late"))
              _ = thread.state
              _ = thread.scope(\.reads).state
            }
          }
        }
        group.addTask {
          for _ in 0..<round { await Task.yield() }
          store.dispatch(StackAction<Mail.Screen>.popTo(ScreenID(4)))
        }
      }
      await store.settled()
      #expect(store.state.path.ids == Array(stays))
      for screen in store.state.path { #expect(CasePath.thread.extract(screen)?.reads == 100) }
      #expect(store.runningEffects.count == 400 || store.runningEffects.count == 4)
      store.dispatch(StackAction<Mail.Screen>.popToRoot)
      await store.settled(includingEffects: true)
      #expect(store.runningEffects.isEmpty)
    }
  }
}
