// SPDX-License-Identifier: MIT

import Accounts
import Runnel
import Testing
import ThreadDetail

@testable import InboxCore

/// Links, which can arrive before the session.
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

  @Test func `A link that arrives before the session opens its screen in the session`()
    async throws
  {
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
