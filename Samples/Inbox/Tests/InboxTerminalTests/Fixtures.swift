// SPDX-License-Identifier: MIT

import InboxApp
import RunnelTesting
import TerminalUI

@testable import InboxTerminal

/// A screen of a store whose commands have no result, unless a test replies.
@MainActor
final class Stage {
  nonisolated static let now: Int64 = 1_800_000_000_000

  let store: Store<AppState>
  let screen: InboxScreen
  let listCommands = CommandSpy(ThreadListFeature.Command.self)
  /// The lines after each change, beginning with the first ones.
  private(set) var frames: [[StyledLine]] = []
  private let disposer = Disposer()

  /// Shows a state, in which a new draft opens after `drafting`.
  init(
    _ state: AppState, columns: Int = 60, rows: Int = 12,
    drafting: @escaping @Sendable () async -> Void = {}
  ) async {
    store = Store(state: state, reducer: appReducer)
    store.handle(with: listCommands).dispose(on: disposer)
    store.handle(with: CommandSpy(ThreadDetailFeature.Command.self)).dispose(on: disposer)
    store.handle(with: CommandSpy(SyncFeature.Command.self)).dispose(on: disposer)
    store.handle(with: CommandSpy(AccountsFeature.Command.self)).dispose(on: disposer)
    store.handle(AppCommand.self) { command in
      switch command {
      case .makeDraft(let threadID, let subject):
        .once {
          await drafting()
          return SessionAction.drafted(id: "d1", threadID: threadID, subject: subject)
        }
      case .submit(let draftID): .once { SessionAction.submitted(draftID: draftID, at: Self.now) }
      }
    }.dispose(on: disposer)
    screen = InboxScreen(store: store) { Self.now }
    screen.resize(columns: columns, rows: rows)
    await store.settled()
    frames = [screen.lines]
    screen.changed = { [weak self] in self?.record() }
  }

  private func record() { frames.append(screen.lines) }

  /// The characters of the lines, without spaces at their ends.
  var text: [String] { screen.lines.map { Row($0, columns: screen.view.columns).text } }

  /// Returns the number of lines that differ between two frames that follow each other.
  var changedLines: [Int] {
    zip(frames, frames.dropFirst()).map { zip($0, $1).count { $0 != $1 } }
  }

  func press(_ keys: Key...) async {
    for key in keys { await screen.press(key) }
  }

  func type(_ text: String) async {
    for character in text { await screen.press(.character(character)) }
  }

  func send(_ action: any Action) async {
    store.dispatch(action)
    await store.settled()
  }
}

extension AppState {
  /// A state with an account and its session.
  static func session(_ rows: [ThreadListFeature.Row] = [], hasMore: Bool = false) -> AppState {
    var state = AppState()
    let account = AccountsFeature.Account(user: "ada", server: "host:1")
    state.accounts = AccountsFeature.State(accounts: [account])
    var threads = ThreadListFeature.State(account: account.id)
    _ = ThreadListFeature.reducer.reduce(&threads, ThreadListFeature.Action.reloaded)
    _ = ThreadListFeature.reducer.reduce(
      &threads,
      ThreadListFeature.Action.loaded(
        ThreadListFeature.Page(rows: rows, next: hasMore ? "next" : nil, revision: 1)))
    state.session = Session(
      id: account.id, user: account.user, threads: threads,
      sync: SyncFeature.State(id: account.id))
    return state
  }
}

extension ThreadListFeature.Row {
  /// Returns a row whose age is its number in minutes.
  static func row(
    _ number: Int, subject: String? = nil, unread: Int = 0, revision: Int64 = 1
  ) -> Self {
    Self(
      id: "t\(number)", subject: subject ?? "Subject \(number)", preview: "Preview", author: "ben",
      date: Stage.now - Int64(number) * 60_000, unread: unread, revision: revision)
  }
}

extension [ThreadListFeature.Row] {
  static func rows(_ count: Int) -> Self { (1...count).map { .row($0) } }
}
