// SPDX-License-Identifier: MIT

import Accounts
import Composer
import InboxWire
import Runnel
import RunnelNavigation
import RunnelTesting
import Settings
import Sync
import Testing
import ThreadDetail
import ThreadList

@testable import InboxApp

/// The composed reducer, with answers that arrive late, after the account was switched or removed.
@Suite struct ExplorationTests {
  private struct Mixed: Error, CustomStringConvertible {
    let description: String
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
      state: Self.start, reducer: appReducer, runs: 1_000, length: 60,
      actions: { random, state in Self.action(&random, state) },
      performing: { Self.perform($0, &$1) },
      holds: { state in
        try Self.check(state)
        return true
      })
  }

  // MARK: Actions

  private static func action(_ random: inout ExplorationRandom, _ state: AppState) -> any Action {
    let account = random.element(of: accounts)
    guard let session = state.session else {
      return random.oneOf(
        AppAction.sessionOpened(self.session(of: account)) as any Action,
        AccountsFeature.Action.switched(to: account.id), AccountsFeature.Action.logOutTapped,
        AccountsFeature.Action.addTapped, AccountsFeature.Action.userChanged(account.user),
        AccountsFeature.Action.serverChanged(account.server), AccountsFeature.Action.loginTapped)
    }
    let top = session.path.topID
    let screen: any Action = random.oneOf(
      ThreadDetailFeature.Action.replyTapped as any Action,
      ThreadDetailFeature.Action.retryTapped, ThreadDetailFeature.Action.closeTapped,
      ComposerFeature.Action.textChanged("text"), ComposerFeature.Action.sendTapped,
      ComposerFeature.Action.discardTapped)
    return random.oneOf(
      AccountsFeature.Action.switched(to: account.id) as any Action,
      AccountsFeature.Action.logOutTapped,
      AppAction.sessionOpened(self.session(of: account)),
      ThreadListFeature.Action.reloaded, ThreadListFeature.Action.typed("search"),
      ThreadListFeature.Action.archiveTapped("\(session.user)-1"),
      SessionAction.threadTapped(id: "t1", subject: "subject"),
      SessionAction.composeTapped(subject: "draft"), SessionAction.backTapped,
      SyncFeature.Action.started, SyncFeature.Action.connected,
      SettingsFeature.Action.offlineToggled,
      top.map { ScreenAction(screen: $0, action: screen) } ?? SessionAction.homeTapped)
  }

  private static func session(of account: AccountsFeature.Account) -> Session {
    Session(
      id: account.id, user: account.user,
      threads: ThreadListFeature.State(account: account.id),
      sync: SyncFeature.State(id: account.id))
  }

  // MARK: Answers

  private static func perform(
    _ command: any Command, _ random: inout ExplorationRandom
  ) -> [any Action] {
    switch command {
    case ThreadListFeature.Command.loadPage(let account, let cursor, _):
      [
        ThreadListFeature.Action.loaded(
          ThreadListFeature.Page(
            cursor: cursor, rows: [row(of: user(account))], next: nil, revision: 1))
      ]
    case ThreadListFeature.Command.search(let account, let text, _):
      [ThreadListFeature.Action.found(text: text, [row(of: user(account))])]
    case ThreadListFeature.Command.archive(_, let id, let isArchived):
      [ThreadListFeature.Action.archived(id, isArchived)]
    case ThreadDetailFeature.Command.load(let thread):
      [
        ThreadDetailFeature.Action.loaded(
          subject: "\(thread) subject",
          [
            ThreadDetailFeature.Message(
              id: "m1", clientID: "c1", author: "cleo", text: "text", sentAt: 1)
          ],
          isStale: random.oneOf(false, true))
      ]
    case AppCommand.makeDraft(let thread, let subject):
      [
        SessionAction.drafted(
          id: "draft \(random.int(in: 1...1_000_000))", threadID: thread, subject: subject)
      ]
    case AppCommand.submit(let draft): [SessionAction.submitted(draftID: draft, at: 2)]
    case SyncFeature.Command.send(let account, let message):
      [
        random.oneOf(
          SyncFeature.Action.sent(id: message.id, payload: sent(message, user(account))),
          SyncFeature.Action.refused(id: message.id, reason: "refused"))
      ]
    default: []
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

  // MARK: Checks

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
