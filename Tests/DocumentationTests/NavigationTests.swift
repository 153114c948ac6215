// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

// The screens of the article, in a namespace of their own.

private enum Article {
  enum Thread {
    struct State: Codable, Equatable, Sendable {
      var id: Int
      var replies: [String] = []
    }

    enum Action: Runnel.Action, Equatable {
      case appeared, loaded(String), authorTapped(String), closeTapped
    }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .appeared:
        let id = state.id
        return .run { send in
          try await send.sleep(for: .seconds(1))
          send(.loaded("A reply to \(id)"))
        }
      case .loaded(let reply):
        state.replies.append(reply)
        return .none
      case .authorTapped, .closeTapped:
        return .none
      }
    }
  }

  enum Profile {
    struct State: Codable, Equatable, Sendable { var name = "" }
    enum Action: Runnel.Action { case renamed(String) }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      if case .renamed(let name) = action { state.name = name }
    }
  }

  enum Screen: Codable, Equatable, Sendable {
    case thread(Thread.State)
    case profile(Profile.State)
  }

  struct AppState: Codable, Equatable, Sendable {
    var path = ScreenStack<Screen>()
  }
}

private typealias Thread = Article.Thread
private typealias Profile = Article.Profile
private typealias Screen = Article.Screen
private typealias AppState = Article.AppState

extension CasePath where Root == Screen, Value == Thread.State {
  static var thread: Self {
    CasePath(embed: Screen.thread) { if case .thread(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Screen, Value == Profile.State {
  static var profile: Self {
    CasePath(embed: Screen.profile) { if case .profile(let state) = $0 { state } else { nil } }
  }
}

private let appReducer = Reducer<AppState> {
  Reducer.stack(\.path)
  Thread.reducer.forEach(\.path, .thread)
  Profile.reducer.forEach(\.path, .profile)
  Reducer.updating(Thread.Action.self, from: \.path) { state, screen, action in
    switch action {
    case .authorTapped(let author): state.path.push(.profile(Profile.State(name: author)))
    case .closeTapped: state.path.dismiss(screen)
    default: break
    }
  }
}

private let thread = Screen.thread(Thread.State(id: 7))

@Suite struct NavigationTests {
  private let clock = ManualClock()

  private func makeStore() -> Store<AppState> {
    Store(state: AppState(path: [thread]), reducer: appReducer, clock: clock)
  }

  @Test func `Actions push and pop screens`() async {
    let store = makeStore()
    store.dispatch(StackAction<Screen>.push(.thread(Thread.State(id: 7))))
    await store.settled()
    #expect(store.state.path.count == 2)
    store.dispatch(StackAction<Screen>.popToRoot)
    await store.settled()
    #expect(store.state.path.isEmpty)

    store.dispatch(StackAction<Screen>.push(.thread(Thread.State(id: 7))))
    store.dispatch(StackAction<Screen>.popToRoot)
    await store.settled()
    #expect(store.state.path.isEmpty)
  }

  @Test func `A reducer changes the stack directly`() {
    var state = AppState()
    let id = state.path.push(.thread(Thread.State(id: 7)))
    state.path.replaceTop(with: .profile(Profile.State(name: "Ada")))
    state.path.pop(to: id)
    state.path.replace(with: [.thread(Thread.State(id: 7)), .thread(Thread.State(id: 8))])
    #expect(state.path.ids == [ScreenID(3), ScreenID(4)])
  }

  @Test func `A scope of a screen dispatches to that screen`() async {
    let store = makeStore()
    let id = ScreenID(1)
    if let thread = store.scope(\.path, id: id, .thread) {
      thread.dispatch(Thread.Action.appeared)
    }
    await store.settled()
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    #expect(
      Array(store.state.path) == [.thread(Thread.State(id: 7, replies: ["A reply to 7"]))])
  }

  @Test func `A screen opens another one and closes itself`() async {
    let store = makeStore()
    let screen = store.scope(\.path, id: ScreenID(1), .thread)
    screen?.dispatch(Thread.Action.authorTapped("Ada"))
    await store.settled()
    #expect(store.state.path.last == .profile(Profile.State(name: "Ada")))
    screen?.dispatch(Thread.Action.closeTapped)
    await store.settled()
    #expect(store.state.path.isEmpty)
  }

  @Test func `The screens are restored from data`() throws {
    let store = makeStore()
    let data = try JSONEncoder().encode(store.state.path)
    let path = try JSONDecoder().decode(ScreenStack<Screen>.self, from: data)
    #expect(path == store.state.path)
  }

  @Test func `A test of the app sends actions to a screen`() async {
    let store = TestStore(state: AppState(), reducer: appReducer, clock: clock)
    let id = ScreenID(1)
    await store.send(StackAction<Screen>.push(.thread(Thread.State(id: 7)))) { state in
      state.path.push(.thread(Thread.State(id: 7)))
    }
    await store.send(ScreenAction(screen: id, action: Thread.Action.appeared))
    await clock.advance(by: .seconds(1))
    await store.receive(Thread.Action.loaded("A reply to 7")) { state in
      state.path[id: id] = .thread(Thread.State(id: 7, replies: ["A reply to 7"]))
    }
    await store.send(ScreenAction(screen: id, action: Thread.Action.closeTapped)) { state in
      state.path.pop()
    }
    await store.finish()
  }

  @Test @MainActor func `Any interface follows the IDs`() async {
    struct ShownScreen { let id: ScreenID }
    final class Navigator: ViewComponent {
      let disposer = Disposer()
      private(set) var screens: [ShownScreen] = []
      var props: [ScreenID] = [] {
        didSet {
          screens.removeAll { !props.contains($0.id) }
          for id in props.dropFirst(screens.count) { screens.append(ShownScreen(id: id)) }
        }
      }
    }
    let store = makeStore()
    let navigator = Navigator()
    navigator.connect(to: store.scope(\.path.entries.ids)) { ids, _ in ids }
    store.send(StackAction<Screen>.push(thread))
    store.send(StackAction<Screen>.push(thread))
    #expect(navigator.screens.map(\.id.number) == [1, 2, 3])
    store.send(StackAction<Screen>.dismiss(ScreenID(2)))
    store.send(StackAction<Screen>.push(thread))
    #expect(navigator.screens.map(\.id.number) == [1, 4])
  }

  @Test func `Two stacks are instances`() async {
    enum Tab: Hashable { case inbox, archive }
    struct Tabs: Equatable, Sendable {
      var inbox: ScreenStack<Screen> = [Screen.thread(Thread.State(id: 1))]
      var archive: ScreenStack<Screen> = [Screen.thread(Thread.State(id: 2))]
    }
    let reducer = Reducer<Tabs> {
      Thread.reducer.forEach(\.inbox, .thread).instance(Tab.inbox)
      Thread.reducer.forEach(\.archive, .thread).instance(Tab.archive)
    }
    let store = Store(state: Tabs(), reducer: reducer, clock: clock)
    let id = ScreenID(1)
    let inbox = store.instance(Tab.inbox).scope(\.inbox, id: id, .thread)
    inbox?.dispatch(Thread.Action.loaded("x"))
    await store.settled()
    #expect(inbox?.state.replies == ["x"])
    #expect(store.state.archive == Tabs().archive)
  }
}
