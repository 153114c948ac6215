// SPDX-License-Identifier: MIT

import Foundation

// The screens of the article, in a namespace of their own.

private enum Article {
  #snippet("Define the screens")

  enum Profile {
    struct State: Codable, Equatable, Sendable { var name = "" }
    enum Action: Runnel.Action { case renamed(String) }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      if case .renamed(let name) = action { state.name = name }
    }
  }

  #snippet("Define the screens", 2)
}

private typealias Thread = Article.Thread
private typealias Profile = Article.Profile
private typealias Screen = Article.Screen
private typealias AppState = Article.AppState

#snippet("Define the screens", 3)

extension CasePath where Root == Screen, Value == Profile.State {
  static var profile: Self {
    CasePath(embed: Screen.profile) { if case .profile(let state) = $0 { state } else { nil } }
  }
}

private #snippet("Compose the reducers of screens")

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
    #snippet("Push and pop screens")
    await store.settled()
    #expect(store.state.path.isEmpty)
  }

  @Test func `A reducer changes the stack directly`() {
    var state = AppState()
    #snippet("Push and pop screens", 2)
    #expect(state.path.ids == [ScreenID(3), ScreenID(4)])
  }

  @Test func `A scope of a screen dispatches to that screen`() async {
    let store = makeStore()
    let id = ScreenID(1)
    #snippet("Observe a screen")
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
    #snippet("Restore the screens")
    #expect(path == store.state.path)
  }

  @Test func `A test of the app sends actions to a screen`() async {
    let store = TestStore(state: AppState(), reducer: appReducer, clock: clock)
    #snippet("Test navigation")
  }

  @Test @MainActor func `Any interface follows the IDs`() async {
    struct ShownScreen { let id: ScreenID }
    #snippet("SwiftUI, UIKit and terminals")
    let store = makeStore()
    let navigator = Navigator()
    #snippet("SwiftUI, UIKit and terminals", 2)
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
      #snippet("Tab bars and several stacks")
    }
    let store = Store(state: Tabs(), reducer: reducer, clock: clock)
    let id = ScreenID(1)
    #snippet("Tab bars and several stacks", 2)
    inbox?.dispatch(Thread.Action.loaded("x"))
    await store.settled()
    #expect(inbox?.state.replies == ["x"])
    #expect(store.state.archive == Tabs().archive)
  }
}
