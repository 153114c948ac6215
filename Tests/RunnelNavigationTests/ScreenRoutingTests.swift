// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelNavigation

@Suite struct ScreenRoutingTests {
  private let mail = MailStore()
  private var store: Store<Mail.State> { mail.store }
  private let first = ScreenID(1)
  private let second = ScreenID(2)

  @Test func `An action of a screen reaches only that one, other actions all`() async throws {
    try mail.thread(2).dispatch(Mail.Thread.Action.read)
    try mail.thread(2).accepting(Mail.Thread.Action.self).dispatch(.read)
    try mail.thread(1).scope(\.subject).dispatch(Mail.Thread.Action.read)
    try mail.thread(1).send(Mail.Thread.Action.read)
    #expect(mail.threadState(1)?.reads == 2)
    #expect(mail.threadState(2)?.reads == 2)
    #expect(store.state.log == ["2 read", "2 read", "1 read", "1 read"])
    store.send(Mail.Thread.Action.read)
    // Instances aren't screens.
    store.instance("other").send(Mail.Thread.Action.read)
    store.instance(first).send(Mail.Thread.Action.read)
    #expect(mail.threadState(1)?.reads == 3)
    #expect(mail.threadState(2)?.reads == 3)
    #expect(store.state.log.count == 4)
  }

  @Test func `A scope exists only for a screen of its kind, and dispatches to it`() async throws {
    #expect(store.scope(\.path, id: ScreenID(3), .thread) == nil)
    #expect(store.scope(\.path, id: ScreenID(3), .composer) != nil)
    #expect(store.scope(\.path, id: ScreenID(4), .thread) == nil)
    #expect(store.scope(\.path, id: ScreenID(4)) == nil)
    #expect(store.engine.slices.count == 0)
    let screen = try #require(store.scope(\.path, id: second))
    screen.dispatch(Mail.Thread.Action.read)
    screen.ifCase(\.self, .thread)?.dispatch(Mail.Thread.Action.read)
    await screen.settled()
    #expect(screen.state == .thread(Mail.Thread.State(subject: "b", reads: 2)))
    #expect(screen.ifCase(\.self, .composer) == nil)
    #expect(mail.threadState(1)?.reads == 0)
  }

  @Test func `A screen can push another one and close itself`() async throws {
    try await mail.thread(1).settle(after: Mail.Thread.Action.opened("c"))
    #expect(store.state.path.ids.map(\.number) == [1, 2, 3, 4])
    #expect(mail.threadState(4)?.subject == "c")
    let second = try mail.thread(2)
    for _ in 0..<2 { second.dispatch(Mail.Thread.Action.closed) }
    await second.settled()
    #expect(store.state.path.ids == [first])
  }

  @Test func `Actions of a stack change it`() async {
    typealias Path = StackAction<Mail.Screen>
    func ids(after action: Path) async -> [Int] {
      await store.dispatchAndWait(action)
      return store.state.path.ids.map(\.number)
    }
    let composer = Mail.Screen.composer(Mail.Composer.State())
    #expect(await ids(after: .push(composer)) == [1, 2, 3, 4])
    #expect(await ids(after: .pop) == [1, 2, 3])
    #expect(await ids(after: .replaceTop(composer)) == [1, 2, 5])
    #expect(await ids(after: .popTo(second)) == [1, 2])
    #expect(await ids(after: .popTo(ScreenID(5))) == [1, 2])
    #expect(await ids(after: .dismiss(second)) == [1])
    #expect(await ids(after: .dismiss(second)) == [1])
    #expect(await ids(after: .replace([composer, composer])) == [6, 7])
    #expect(await ids(after: .popToRoot) == [])
    #expect(await ids(after: .pop) == [])
  }

  @Test func `Actions of a stack can be a case of another action`() async {
    enum AppAction: Action { case path(StackAction<Int>), other(StackAction<Int>) }
    struct State: Sendable { var path = ScreenStack<Int>(), other = ScreenStack<Int>() }
    let store = Store(
      state: State(),
      reducer: Reducer<State> {
        Reducer.stack(\.path, CasePath(AppAction.path))
        Reducer.stack(\.other, CasePath(AppAction.other))
      })
    store.dispatch(AppAction.path(.push(1)))
    await store.settle(after: AppAction.other(.push(2)), AppAction.path(.push(3)))
    #expect(Array(store.state.path) == [1, 3])
    #expect(Array(store.state.other) == [2])
  }

  @Test(arguments: [false, true])
  func `Two stacks of one state are separate, as instances or without`(
    areInstances: Bool
  ) async throws {
    struct Split: Equatable, Sendable {
      var left: ScreenStack<Mail.Screen> = [.thread(Mail.Thread.State())]
      var right: ScreenStack<Mail.Screen> = [.thread(Mail.Thread.State())]
    }
    let store = Store(
      state: Split(),
      reducer: Reducer<Split> {
        let left = Mail.Thread.reducer.forEach(\Split.left, .thread)
        let right = Mail.Thread.reducer.forEach(\Split.right, .thread)
        areInstances ? left.instance("left") : left
        areInstances ? right.instance("right") : right
      }, clock: mail.clock)
    let whole = areInstances ? store.instance("right") : store
    let thread = try #require(whole.scope(\.right, id: first, .thread))
    await thread.settle(after: Mail.Thread.Action.read, Mail.Thread.Action.load("x"))
    let address = areInstances ? #"right \.right[1]"# : #"\.right[1]"#
    #expect(store.runningEffects.map(\.ids) == [["Mail.Thread.ID.loading of \(address)"]])
    await mail.waitASecond()
    #expect(store.state.left == [.thread(Mail.Thread.State())])
    #expect(store.state.right == [.thread(Mail.Thread.State(reads: 1, replies: ["x"]))])
  }

  @Test func `An action of a nested screen reaches only that one`() async throws {
    var flow = Mail.Flow.State()
    flow.path = [Mail.Thread.State(subject: "x"), Mail.Thread.State(subject: "y")]
    await store.settle(after: StackAction<Mail.Screen>.replace([.flow(flow), .flow(flow)]))
    #expect(store.state.path.ids.map(\.number) == [4, 5])
    let outer = try #require(store.scope(\.path, id: ScreenID(5), .flow))
    let inner = try #require(outer.scope(\.path, id: second))
    inner.dispatch(Mail.Thread.Action.read)
    inner.dispatch(Mail.Thread.Action.load("late"))
    await outer.settle(after: Mail.Flow.Action.step)
    let id = #"Mail.Thread.ID.loading of \.path[5] as State.path[2]"#
    #expect(store.runningEffects.map(\.ids) == [[id]])
    await mail.waitASecond()
    flow.path[id: second]?.reads = 1
    flow.path[id: second]?.replies = ["late"]
    flow.steps = 1
    #expect(outer.state == flow)
    // The actions of the inner stack reach each flow, or one of them through its scope.
    await outer.settle(after: StackAction<Mail.Thread.State>.pop)
    #expect(outer.state.path.ids == [first])
    await inner.settle(after: Mail.Thread.Action.read)
    #expect(outer.state.path.count == 1)
    let other = store.state.path[id: ScreenID(4)].flatMap { CasePath.flow.extract($0) }
    #expect(other?.steps == 0)
    #expect(other?.path.count == 2)
  }

  @Test func `A reducer, a listener and an observer of a screen are for that screen`() async throws
  {
    let added = Reducer<Mail.Thread.State>.updating(Mail.Thread.Action.self) { state, _ in
      state.replies.append("added")
    }
    let token = try mail.thread(2).add(reducer: added)
    let listened = try (1...2).map { try mail.thread($0).recordActions { "\($1)" } }
    let reads = try (1...2).map { try mail.thread($0).recordValues(as: \.reads) }
    let ids = store.scope(\.path.entries.ids).recordValues()
    try await mail.thread(1).settle(after: Mail.Thread.Action.read)
    #expect(reads.map(\.values) == [[0, 1], [0]])
    try await mail.thread(2).settle(after: Mail.Thread.Action.stop)
    await store.settle(after: Mail.Thread.Action.read, StackAction<Mail.Screen>.pop)
    #expect(listened.map(\.values) == [["read", "read", "pop"], ["stop", "read", "pop"]])
    #expect(ids.values.map(\.count) == [3, 2])
    #expect(mail.threadState(1) == Mail.Thread.State(subject: "a", reads: 2))
    let replies = ["added", "added"]
    #expect(mail.threadState(2) == Mail.Thread.State(subject: "b", reads: 1, replies: replies))
    token.dispose()
    try await mail.thread(2).settle(after: Mail.Thread.Action.read)
    #expect(mail.threadState(2)?.replies.count == 2)
  }

  @Test(arguments: [1, 100, 10_000])
  func `Contract 28: An action of a screen costs the same at any depth`(depth: Int) async throws {
    let screens = (0..<depth).map { Mail.Screen.thread(Mail.Thread.State(subject: "\($0)")) }
    let store = Store(state: Mail.State(path: ScreenStack(screens)), reducer: Mail.reducer)
    let thread = try #require(store.scope(\.path, id: ScreenID(depth), .thread))
    await thread.settle(after: Mail.Thread.Action.read)
    let entered = store.engine.table.entered
    let evaluations = store.engine.changes.found.evaluations
    let values = thread.scope(\.reads).recordValues()
    for _ in 0..<10 { thread.dispatch(Mail.Thread.Action.read) }
    await thread.settled()
    // The reducers of threads and of flows on the stack, and that of the app.
    #expect(store.engine.table.entered - entered == 30)
    #expect(store.engine.changes.found.evaluations - evaluations <= 30)
    #expect(values.values.last == 11)
    let reads = depth == 1 ? 11 : 0
    #expect(store.state.path.first == .thread(Mail.Thread.State(subject: "0", reads: reads)))
  }

  @Test func `The reducers of screens are found once for all screens`() async throws {
    let screens = (0..<3_000).map { _ in Mail.Screen.thread(Mail.Thread.State()) }
    let store = Store(state: Mail.State(path: ScreenStack(screens)), reducer: Mail.reducer)
    for id in store.state.path.ids {
      store.scope(\.path, id: id, .thread)?.dispatch(Mail.Thread.Action.read)
    }
    await store.settled()
    #expect(store.engine.table.addressRouteCount == 1)
    #expect(store.state.path.allSatisfy { CasePath.thread.extract($0)?.reads == 1 })
  }

  @Test func `Reducers of a store show the stack in their paths`() {
    #expect(
      store.reducers.map(\.description).prefix(3) == [
        "StackAction<Mail.Screen> at \\State.path",
        "Mail.Thread.Action at \\State.path[] as State",
        "Mail.Composer.Action at \\State.path[] as State",
      ])
  }
}
