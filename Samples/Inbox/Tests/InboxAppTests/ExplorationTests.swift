// SPDX-License-Identifier: MIT

import InboxWire
import RunnelTesting
import Testing

@testable import InboxApp

/// The composed reducer, with answers that arrive late, after the account was switched or removed.
@Suite struct ExplorationTests {
  private typealias Accounts = AccountsFeature.Action
  private typealias Composer = ComposerFeature.Action
  private typealias Detail = ThreadDetailFeature.Action
  private typealias List = ThreadListFeature.Action
  private typealias Sync = SyncFeature.Action

  private struct Mixed: Error { let description: String }

  /// An action for the screen at the top.
  private struct OnTop: Action { let action: any Action }

  private static let reducer = Reducer<AppState> {
    appReducer
    Reducer<Session>.on(OnTop.self) { session, top in
      session.path.topID.map { .send(top.action, to: \Session.path, id: $0) } ?? .none
    }
    .ifPresent(\.session)
  }

  private static let accounts = [
    AccountsFeature.Account(user: "ada", server: "host"),
    AccountsFeature.Account(user: "ben", server: "host"),
  ]

  private static var start: AppState {
    var state = AppState()
    state.accounts = AccountsFeature.State(accounts: Entities(accounts))
    return state
  }

  @Test func `A late answer of another account changes nothing, in any sequence`() async {
    await explore(
      state: Self.start, reducer: Self.reducer, runs: 1_000, length: 60,
      actions: { random, state in Self.action(&random, state) },
      performing: { Self.perform($0, &$1) },
      holds: { state in
        try Self.check(state)
        return true
      })
  }

  private static func action(_ random: inout ExplorationRandom, _ state: AppState) -> any Action {
    let account = random.element(of: accounts)
    guard let session = state.session else {
      return random.oneOf(
        AppAction.sessionOpened(self.session(of: account)) as any Action,
        Accounts.switched(to: account.id), Accounts.logOutTapped, Accounts.addTapped,
        Accounts.userChanged(account.user), Accounts.serverChanged(account.server),
        Accounts.loginTapped)
    }
    let onScreen: any Action = random.oneOf(
      Detail.replyTapped as any Action, Detail.retryTapped, Detail.closeTapped,
      Composer.textChanged("text"), Composer.sendTapped, Composer.discardTapped)
    return random.oneOf(
      Accounts.switched(to: account.id) as any Action, Accounts.logOutTapped,
      AppAction.sessionOpened(self.session(of: account)), List.reloaded, List.typed("search"),
      List.archiveTapped("\(session.user)-1"), Sync.started, Sync.connected,
      SessionAction.threadTapped(id: "t1", subject: "subject"), SessionAction.backTapped,
      SessionAction.composeTapped(subject: "draft"), SettingsFeature.Action.offlineToggled,
      OnTop(action: onScreen))
  }

  private static func session(of account: AccountsFeature.Account) -> Session {
    Session(
      id: account.id, user: account.user,
      threads: ThreadListFeature.State(account: account.id),
      sync: SyncFeature.State(id: account.id))
  }

  private static func perform(
    _ command: any Command, _ random: inout ExplorationRandom
  ) -> [any Action] {
    switch command {
    case ThreadListFeature.Command.loadPage(let account, let cursor, _):
      let rows = [row(of: user(account))]
      return [List.loaded(.init(cursor: cursor, rows: rows, next: nil, revision: 1))]
    case ThreadListFeature.Command.search(let account, let text, _):
      return [List.found(text: text, [row(of: user(account))])]
    case ThreadListFeature.Command.archive(_, let id, let isArchived):
      return [List.archived(id, isArchived)]
    case ThreadDetailFeature.Command.load(let thread):
      let message = ThreadDetailFeature.Message(
        id: "m1", clientID: "c1", author: "cleo", text: "text", sentAt: 1)
      return [Detail.loaded(subject: "\(thread) subject", [message], isStale: random.bool())]
    case AppCommand.makeDraft(let thread, let subject):
      let id = "draft \(random.int(in: 1...1_000_000))"
      return [SessionAction.drafted(id: id, threadID: thread, subject: subject)]
    case AppCommand.submit(let draft): return [SessionAction.submitted(draftID: draft, at: 2)]
    case SyncFeature.Command.send(let account, let message):
      return random.bool()
        ? [Sync.sent(id: message.id, payload: sent(message, user(account)))]
        : [Sync.refused(id: message.id, reason: "refused")]
    default: return []
    }
  }

  private static func row(of user: String) -> ThreadListFeature.Row {
    ThreadListFeature.Row(id: "\(user)-1", subject: "\(user) subject", date: 1, revision: 1)
  }

  private static func sent(_ message: SyncFeature.Outgoing, _ user: String) -> String {
    let thread = message.threadID ?? "\(user)-2"
    let sent = WireSent(
      message: WireMessage(
        id: "m-\(message.id)", threadID: thread, clientID: message.id, author: user,
        text: message.text, sentAt: 3),
      thread: WireThread(
        id: thread, subject: "\(user) subject", preview: message.text, lastAuthor: user,
        updatedAt: 3, messageCount: 1, unreadCount: 0, isArchived: false),
      revision: 2)
    return (try? sent.payload) ?? ""
  }

  /// Returns the user at the beginning of a text, such as `ada-1`.
  private static func user(_ text: String) -> String { String(text.prefix(3)) }

  private static func check(_ state: AppState) throws {
    guard let session = state.session else { return }
    guard session.id == state.openAccountID else {
      throw Mixed(description: "the session isn't that of the current account")
    }
    let shown = session.threads.rows.map(\.subject) + session.threads.search.hits.map(\.subject)
    let drafts = session.drafts + session.path.compactMap(\.draft)
    for subject in shown where user(subject) != session.user {
      throw Mixed(description: "\"\(subject)\" is in the session of \(session.user)")
    }
    let ids = drafts.map(\.id) + session.sync.queue.ids
    guard Set(ids).count == ids.count else {
      throw Mixed(description: "a draft is also in the queue: \(ids)")
    }
  }
}
