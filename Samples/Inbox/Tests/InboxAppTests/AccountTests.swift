// SPDX-License-Identifier: MIT

import Foundation
import InboxClient
import InboxCore
import InboxStorage
import InboxTesting
import InboxWire
import Testing

@testable import InboxApp

@Suite struct AccountTests {
  @Test func `Each account has its own drafts, even switched after a change`() async throws {
    try await RunningServer.run { server in
      let run = AppRun()
      await run.logIn("ada", to: server)
      let ada = try #require(run.session?.id)
      await run.logIn("ben", to: server)
      let ben = try #require(run.session?.id)
      #expect(run.state.accounts.accounts.ids == [ada, ben])
      run.store.dispatch(SessionAction.composeTapped(subject: "of Ben"))
      await run.wait { $0.session?.path.last?.draft != nil }
      run.compose(.textChanged("Hi"))
      run.store.dispatch(AccountsFeature.Action.switched(to: ada))
      await run.wait { $0.session?.id == ada }
      #expect(run.session?.path.isEmpty == true && run.session?.drafts.isEmpty == true)
      run.store.dispatch(AccountsFeature.Action.switched(to: ben))
      await run.wait { $0.session?.id == ben }
      #expect(run.session?.path.last?.draft?.text == "Hi")
      await run.app.close()
    }
  }

  @Test func `Logging out leaves no effect, subscription, file, token or data`() async throws {
    try await RunningServer.run { server in
      let run = AppRun()
      await run.logIn("ben", to: server)
      let ben = try #require(run.session?.id)
      await run.wait { $0.session?.threads.isLoading == false }
      let before = try await Resources(of: run)
      await run.logIn("ada", to: server)
      let ada = try #require(run.session?.id)
      await run.write("Secret plan", subject: "Plan")
      await run.wait { $0.session?.threads.rows.count == 1 }
      let tokens = TokenFile(run.folder.file("tokens.json"))
      let token = try #require(try tokens.token(for: ada))

      run.store.dispatch(AccountsFeature.Action.logOutTapped)
      await run.wait { $0.accounts.accounts.ids == [ben] && $0.session?.id == ben }
      await run.wait { $0.session?.sync.connection == .online }
      await run.wait { $0.session?.threads.isLoading == false }
      let after = try await Resources(of: run)
      #expect(after == before)
      let removed = try tokens.token(for: ada)
      #expect(removed == nil)
      let files = try FileManager.default.contentsOfDirectory(atPath: run.folder.url.path)
      #expect(!files.contains { $0.hasPrefix("ada@") })
      // The state that every scope reads contains nothing of the account.
      var text = ""
      dump(run.state, to: &text)
      #expect(!text.contains(token) && !text.contains(ada))
      let api = InboxAPI(server: server.url, token: token)
      await #expect(throws: InboxError.unauthorized) { try await api.threads() }
      await run.app.close()
    }
  }

  @Test func `After the end of the app, its store and its files are released`() async throws {
    try await RunningServer.run { server in
      weak var store: Store<AppState>?
      let folder = TemporaryFolder()
      do {
        let run = AppRun(in: folder)
        store = run.store
        await run.logIn(to: server)
        await run.app.close()
      }
      #expect(store == nil)
      let files = try Resources.openFiles
      #expect(!files.contains { $0.contains(folder.url.lastPathComponent) })
    }
  }
}

@Suite struct LeavingTests {
  private let ada = AccountsFeature.Account(user: "ada", server: "host")
  private let ben = AccountsFeature.Account(user: "ben", server: "host")
  private var state = AppState()

  init() { state.accounts = AccountsFeature.State(accounts: [ada, ben]) }

  @Test mutating func `A login during the removal of the same account opens its session again`() {
    reduce(.logOutTapped)
    #expect(state.openAccountID == nil)
    reduce(.loggedIn(ada))
    #expect(state.openAccountID == nil)
    reduce(.addTapped)
    reduce(.serverChanged("host"))
    reduce(.userChanged("ada"))
    reduce(.loginTapped)
    reduce(.loggedIn(ada))
    #expect(state.openAccountID == ada.id)
  }

  @Test mutating func `The end of one removal doesn't open the session of another one`() {
    reduce(.logOutTapped)
    reduce(.switched(to: ben.id))
    #expect(state.openAccountID == ben.id)
    reduce(.logOutTapped)
    reduce(.loggedOut(ada.id))
    #expect(state.openAccountID == nil)
    reduce(.logOutFailed(ben.id, reason: "the disk is full"))
    #expect(state.openAccountID == ben.id)
  }

  private mutating func reduce(_ action: AccountsFeature.Action) {
    appReducer.reduce(&state, action)
  }
}
