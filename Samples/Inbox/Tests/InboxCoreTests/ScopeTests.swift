// SPDX-License-Identifier: MIT

import Accounts
import Composer
import Runnel
import RunnelNavigation
import Settings
import Sync
import Testing
import ThreadDetail
import ThreadList

@testable import InboxCore

/// The typed scopes through which views dispatch.
@Suite struct ScopeTests {
  private let disposer = Disposer()

  private func makeStore(_ session: Session) -> Store<Session> {
    let store = Store(state: session, reducer: sessionReducer)
    store.ignoreCommands(disposer)
    return store
  }

  @Test func `A row archives its thread`() async throws {
    var session = Session()
    session.threads.rows = [ThreadListFeature.Row(id: "t1", subject: "Lunch", date: 0)]
    let store = makeStore(session)
    let threads = store.scope(\.threads, accepting: ThreadListFeature.Action.self)
    let row = try #require(threads.scope(\.rows, id: "t1"))
    row.dispatch(.archiveTapped("t1"))
    await store.settled()
    #expect(threads.state.rows.isEmpty)
    #expect(threads.state.archiveUndo?.id == "t1")
  }

  @Test func `A message is discarded in its own screen only`() async throws {
    let store = makeStore(Session(.thread("t"), .settings, .thread("t")))
    let ids = store.state.path.ids
    let threads = store.accepting(ThreadDetailFeature.Action.self)
    let reply = ThreadDetailFeature.Message(clientID: "c", author: "ada", text: "Hi", sentAt: 0)
    threads.dispatch(.outgoing(reply))
    threads.dispatch(.failed(clientID: "c", reason: "no"))
    await store.settled()
    let screen = try #require(threads.scope(\.path, id: ids[2], .thread))
    let message = try #require(screen.scope(\.messages, id: "c"))
    message.dispatch(.discardTapped(clientID: "c"))
    await store.settled()
    #expect(screen.state.messages.isEmpty)
    #expect(threads.scope(\.path, id: ids[0], .thread)?.state.messages.count == 1)
  }

  @Test func `A composer changes its own draft`() async throws {
    let store = makeStore(Session(.draft("a", "A"), .draft("b", "B")))
    let ids = store.state.path.ids
    let drafts = store.accepting(ComposerFeature.Action.self)
    let draft = try #require(drafts.scope(\.path, id: ids[1], .composer))
    draft.dispatch(.textChanged("changed"))
    draft.dispatch(.undone)
    draft.dispatch(.redone)
    await store.settled()
    #expect(store.state.path.map { $0.draft?.text } == ["A", "changed"])
  }
}

/// The signature of the settings.
@Suite struct SignatureTests {
  private let disposer = Disposer()

  @Test(arguments: [
    ("", "Hi", "Hi"), ("Ada", "Hi", "Hi\n\nAda"), ("Ada", "Hi\n\nAda", "Hi\n\nAda"),
  ])
  func `A message ends with the signature, once`(
    signature: String, draft: String, message: String
  ) async {
    var state = AppState()
    state.accounts = AccountsFeature.State(accounts: [ada])
    state.session = Session(.draft("d", draft))
    let store = Store(state: state, reducer: appReducer)
    store.ignoreCommands(disposer)
    store.dispatch(SettingsFeature.Action.signatureChanged(signature))
    store.dispatch(SessionAction.submitted(draftID: "d", at: 0))
    await store.settled()
    #expect(store.state.session?.sync.queue.map(\.text) == [message])
  }
}

let ada = AccountsFeature.Account(user: "ada", server: "localhost")

extension Session {
  /// The session of Ada, with some screens.
  init(_ screens: Screen...) {
    self.init(
      id: ada.id, user: ada.user, threads: ThreadListFeature.State(account: ada.id),
      sync: SyncFeature.State(id: ada.id, isEnabled: false))
    path = ScreenStack(screens)
  }
}

extension Screen {
  static func thread(_ id: String) -> Screen {
    .thread(ThreadDetailFeature.State(id: id, subject: id))
  }

  static func draft(_ id: String, _ text: String) -> Screen {
    .composer(ComposerFeature.State(id: id, threadID: "t", text: text))
  }
}

extension Store {
  /// Performs no command, as if the server never answered, until the disposer is released.
  func ignoreCommands(_ disposer: Disposer) {
    handle(ThreadListFeature.Command.self) { _ in .none }.dispose(on: disposer)
    handle(ThreadDetailFeature.Command.self) { _ in .none }.dispose(on: disposer)
    handle(SyncFeature.Command.self) { _ in .none }.dispose(on: disposer)
  }
}
