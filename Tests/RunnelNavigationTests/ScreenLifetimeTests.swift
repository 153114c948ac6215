// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelNavigation

@Suite struct ScreenLifetimeTests {
  private let mail = MailStore()
  private var store: Store<Mail.State> { mail.store }
  private let first = ScreenID(1)
  private let second = ScreenID(2)

  /// Leaves the two threads.
  init() { mail.store.send(StackAction<Mail.Screen>.pop) }

  private func pop() { store.dispatch(StackAction<Mail.Screen>.pop) }

  private func expectNoEffects() {
    #expect(store.runningEffects.isEmpty)
    #expect(store.engine.effects.machine.withLock { $0.rememberedCount } == 0)
  }

  @Test func `The actions and the IDs of a screen's effects are those of this screen`() async throws
  {
    // Starts one effect for each screen.
    store.dispatch(Mail.Thread.Action.load("x"))
    try await mail.thread(1).settle(after: Mail.Thread.Action.stop)
    #expect(store.runningEffects.map(\.ids) == [[#"Mail.Thread.ID.loading of \.path[2]"#]])
    await mail.waitASecond()
    #expect((1...2).map { mail.threadState($0)?.replies } == [[], ["x"]])
    for id in 1...2 { try await mail.thread(id).settle(after: Mail.Thread.Action.debounced) }
    try mail.thread(2).cancelEffects(id: Mail.Thread.ID.loading)
    await mail.waitASecond()
    #expect((1...2).map { mail.threadState($0)?.reads } == [1, 0])
    // The store of an app cancels an ID in all screens.
    await store.settle(after: Mail.Thread.Action.load("y"))
    #expect(store.runningEffects.count == 2)
    store.cancelEffects(id: Mail.Thread.ID.loading)
    await store.settled()
    expectNoEffects()
  }

  @Test func `Contract 31: The effects of a screen end when it is popped`() async throws {
    try mail.thread(1).dispatch(Mail.Thread.Action.poll)
    try await mail.thread(2).settle(after: Mail.Thread.Action.poll, Mail.Thread.Action.load("late"))
    #expect(store.runningEffects.count == 3)
    pop()
    await store.settled()
    #expect(store.runningEffects.count == 1)
    await mail.clock.advance(by: .seconds(1))
    await store.settled()
    #expect(mail.threadState(1)?.reads == 1)
    store.dispatch(StackAction<Mail.Screen>.popToRoot)
    await store.settled(includingEffects: true)
    expectNoEffects()
  }

  @Test(arguments: [
    Mail.Screen.thread(Mail.Thread.State(subject: "b")), .composer(Mail.Composer.State()),
  ])
  func `The effects of a screen end when another one replaces it, or it becomes another kind`(
    screen: Mail.Screen
  ) async throws {
    let isReplaced = screen != .composer(Mail.Composer.State())
    let change = Reducer<Mail.State>.updating(Mail.Composer.Action.self) { state, _ in
      if isReplaced { state.path.replaceTop(with: screen) } else { state.path[1] = screen }
    }
    let token = store.add(reducer: change)
    try await mail.thread(2).settle(after: Mail.Thread.Action.load("late"))
    store.dispatch(Mail.Composer.Action.typed(""))
    await store.settled(includingEffects: true)
    #expect(store.runningEffects.isEmpty)
    await mail.waitASecond()
    #expect(store.state.path.ids == [first, isReplaced ? ScreenID(4) : second])
    #expect(store.state.path[1] == screen)
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
    await mail.waitASecond()
    #expect(store.state.path.isEmpty)
    #expect(store.state.path.lastNumber == 503)
    #expect(store.state.log == [])
    expectNoEffects()
    #expect(mail.reports.values == [])
  }

  @Test func `Effects started on a screen, or awaited, are for it and end with it`() async throws {
    let thread = try mail.thread(2)
    let tokens = [
      thread.run(.send(Mail.Thread.Action.read)),
      thread.run(.send(Mail.Thread.Action.loaded("late")).delay(for: .seconds(1))),
    ]
    await store.settled()
    #expect(store.state.log == ["2 read"])
    let waiting = Task.immediate { await thread.dispatchAndWait(Mail.Thread.Action.poll) }
    await store.settled()
    pop()
    await waiting.value
    await store.settled()
    #expect(store.runningEffects.isEmpty)
    await mail.waitASecond()
    #expect(store.state.log == ["2 read", "2 poll"])
    tokens.forEach { $0.dispose() }
  }

  @Test func `Contract 27: a popped screen's scope keeps its value, and its actions are reported`()
    async throws
  {
    let thread = try mail.thread(2)
    let values = thread.recordValues()
    await thread.settle(after: Mail.Thread.Action.read)
    let entry = try #require(store.scope(\.path.entries, id: second))
    #expect(entry.state.screen == .thread(thread.state))
    let received = store.recordActions { "\($1)" }
    pop()
    thread.dispatch(Mail.Thread.Action.read, file: "App/Thread.swift", line: 7)
    thread.scope(\.subject).dispatch(Mail.Thread.Action.read, file: "App/Thread.swift", line: 8)
    await store.settled()
    thread.send(Mail.Thread.Action.read)
    let lines = [7, 8].map { line in
      """
      Mail.Thread.Action.read for \\.path[2] at App/Thread.swift:\(line): \
      not reduced: there is no element 2 in \\State.path, which has 1
      """
    }
    #expect(Array(mail.reports.values.prefix(2)) == lines)
    #expect(mail.reports.count == 3)
    #expect(received.values == ["pop"])
    // An entry of the stack is its screen.
    entry.send(Mail.Thread.Action.read)
    #expect(mail.reports.count == 4)
    #expect(mail.threadState(1)?.reads == 0)
    store.dispatch(StackAction<Mail.Screen>.push(.thread(Mail.Thread.State(subject: "c"))))
    await store.settle(after: Mail.Thread.Action.read)
    #expect(thread.state == Mail.Thread.State(subject: "b", reads: 1))
    #expect(values.values.map(\.reads) == [0, 1])
    #expect(mail.threadState(4) == Mail.Thread.State(subject: "c", reads: 1))
  }

  @Test func `An action for a part with an identity of a popped screen is dropped`() async throws {
    struct Draft: Equatable, Identifiable, Sendable { var id = 1 }
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
    draft.send(Mail.Composer.Action.typed("x"))
    #expect(store.state.count == 1)
  }

  @Test func `A report names the screen of an action that another reducer handles`() async {
    let all = Recorder<String>()
    let store = Store(
      state: store.state, reducer: Mail.reducer, middleware: [.reports { all.record("\($0)") }])
    let thread = store.scope(\.path, id: second, .thread)
    thread?.dispatch(Mail.Composer.Action.typed("x"), file: "A.swift", line: 1)
    thread?.dispatch(Mail.Thread.Action.read, file: "A.swift", line: 2)
    await store.settled()
    #expect(
      all.values == [
        "Mail.Composer.Action.typed(\"x\") for \\.path[2] at A.swift:1: "
          + "not reduced: \\State.path[2] as State is absent",
        "Mail.Thread.Action.read for \\.path[2] at A.swift:2: reduced by 2 reducers; "
          + "\\State.path[2] as State is absent",
      ])
  }

  @Test func `Scopes of screens leave nothing behind`() async throws {
    for _ in 0..<100 {
      let thread = try mail.thread(2)
      let values = thread.recordValues()
      await thread.scope(\.reads).settle(after: Mail.Thread.Action.read)
      #expect(values.values.count == 2)
    }
    #expect(store.connections.isEmpty)
    #expect(store.engine.slices.count == 0)
    #expect(mail.threadState(2)?.reads == 100)
  }

  @Test func `Actions of screens from many threads reach the right one, or are dropped`() async {
    for round in stride(from: 0, to: 20, by: 4) {
      let store = Store(state: Mail.State(), reducer: Mail.reducer, clock: mail.clock)
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
