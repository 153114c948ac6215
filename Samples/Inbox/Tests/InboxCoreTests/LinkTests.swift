// SPDX-License-Identifier: MIT

import Testing

@testable import InboxCore

@Suite struct LinkTests {
  private let disposer = Disposer()

  private func makeStore() -> Store<AppState> {
    var state = AppState()
    state.accounts = AccountsFeature.State(accounts: [ada])
    let store = Store(state: state, reducer: appReducer)
    store.ignoreCommands(disposer)
    return store
  }

  private var link: AppAction {
    get throws { .linkOpened(try inboxLinks.value(for: "inbox://threads/t7")) }
  }

  @Test func `A link that arrives before the session opens its screen in it`() async throws {
    let store = makeStore()
    store.dispatch(try link)
    store.dispatch(AppAction.sessionOpened(Session(.settings)))
    await store.settled(includingEffects: true)
    let path = try #require(store.state.session?.path)
    #expect(path.count == 1)
    guard case .thread(let thread)? = path.last else {
      Issue.record("no thread")
      return
    }
    #expect(thread.id == "t7")

    // The link is followed once.
    store.dispatch(AppAction.sessionOpened(Session()))
    await store.settled(includingEffects: true)
    #expect(store.state.session?.path.isEmpty == true)
  }

  @Test func `A link opens its screen at once in a session`() async throws {
    let store = makeStore()
    store.dispatch(AppAction.sessionOpened(Session(.settings)))
    store.dispatch(try link)
    await store.settled(includingEffects: true)
    #expect(store.state.session?.path.count == 1)
    #expect(store.state.session?.path.last != .settings)
  }
}

@Suite struct PathTests {
  private static let removals: [SessionAction] = [
    .path(.dismiss(ScreenID(1))), .path(.popToRoot), .path(.replace([.settings])), .homeTapped,
    .path(.popTo(ScreenID(1))), .path(.pop), .path(.replaceTop(.settings)), .backTapped,
    .path(.dismiss(ScreenID(2))),
  ]

  @Test(arguments: removals)
  func `Each way to remove a screen keeps its draft`(removal: SessionAction) async {
    let store = Store(state: Session(.thread("t"), .draft("d", "Hi")), reducer: sessionReducer)
    store.dispatch(removal)
    await store.settled()
    #expect(store.state.drafts.map(\.text) == ["Hi"])
    #expect(store.state.path.allSatisfy { $0.draft == nil })
  }

  @Test func `A draft without content isn't kept`() async {
    let store = Store(state: Session(.draft("d", " ")), reducer: sessionReducer)
    store.dispatch(SessionAction.path(.popToRoot))
    await store.settled()
    #expect(store.state.drafts.isEmpty)
  }

  @Test func `A draft on a screen that stays isn't kept twice`() async {
    let store = Store(state: Session(.draft("d", "Hi"), .settings), reducer: sessionReducer)
    store.dispatch(SessionAction.path(.pop))
    await store.settled()
    #expect(store.state.drafts.isEmpty)
    #expect(store.state.path.last?.draft?.text == "Hi")
  }

  @Test func `A view finds the screen of the settings, which has no state`() {
    let store = Store(state: Session(.thread("t"), .settings), reducer: sessionReducer)
    let ids = store.state.path.ids
    #expect(store.scope(\.path, id: ids[1], .settings) != nil)
    #expect(store.scope(\.path, id: ids[0], .settings) == nil)
    #expect(store.scope(\.path, id: ids[0], .thread)?.state.id == "t")
  }
}
