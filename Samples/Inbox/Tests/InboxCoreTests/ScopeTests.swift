// SPDX-License-Identifier: MIT

import Testing

@testable import InboxCore

/// The typed scopes through which views dispatch.
@Suite struct ScopeTests {
  private let disposer = Disposer()

  private func makeStore(_ session: Session) -> Store<Session> {
    let store = Store(state: session, reducer: sessionReducer)
    store.ignoreCommands(disposer)
    return store
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
    screen.dispatch(.discardTapped(clientID: "c"))
    await store.settled()
    #expect(screen.state.messages.isEmpty)
    #expect(threads.scope(\.path, id: ids[0], .thread)?.state.messages.count == 1)
  }
}

@Suite struct RefusalTests {
  private let message = SyncFeature.Outgoing(
    clientID: "c", threadID: nil, subject: "No", text: "rude", createdAt: 0)

  @Test func `A refused message of a new thread becomes a draft again`() async {
    let store = Store(state: Session(.settings), reducer: sessionReducer)
    store.dispatch(SyncFeature.Action.rejected(message, reason: "no"))
    await store.settled()
    #expect(store.state.notice == "Not sent: no")
    #expect(store.state.drafts.map(\.text) == ["rude"])
    #expect(store.state.drafts.map(\.subject) == ["No"])
  }

  @Test func `A refused reply stays in its open thread, and is sent again from there`() async {
    var reply = message
    reply.threadID = "t"
    let shown = ThreadDetailFeature.Message(clientID: "c", author: "ada", text: "rude", sentAt: 0)
    let store = Store(state: Session(.thread("t")), reducer: sessionReducer)
    let threads = store.accepting(ThreadDetailFeature.Action.self)
    threads.dispatch(.outgoing(shown))
    store.dispatch(SyncFeature.Action.rejected(reply, reason: "no"))
    await store.settled()
    let screen = threads.scope(\.path, id: store.state.path.ids[0], .thread)
    #expect(screen?.state.messages.map(\.status) == [.failed(reason: "no")])
    #expect(store.state.drafts.isEmpty)
    screen?.dispatch(.resendTapped(clientID: "c"))
    await store.settled()
    #expect(screen?.state.messages.map(\.status) == [.sending])
    #expect(store.state.sync.queue.map(\.id) == ["c"])
  }
}

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
