// SPDX-License-Identifier: MIT

import InboxApp

/// The content of the whole screen, with the visible lines of a list or a thread.
struct ScreenProps: Equatable, Sendable {
  struct Header: Equatable, Sendable {
    var account = ""
    var status: SyncFeature.Status?
    var settings = ""
  }

  /// The part between the header and the help.
  enum Content: Equatable, Sendable {
    case welcome
    case login(AccountsFeature.Login, LoginField)
    /// The data of an account is being loaded.
    case opening(account: String)
    case list(ListProps)
    case thread(ThreadProps)
    case composer(ComposerProps)
    case settings(SettingsFeature.State)
  }

  var theme = SettingsFeature.Theme.dark
  var header = Header()
  /// A message that the user closes with a key.
  var notice = ""
  var content = Content.welcome

  init() {}

  /// Maps the state of the app to what is visible of it.
  init(_ state: AppState, view: ViewState, now: Int64) {
    theme = state.settings.theme
    header.settings = state.settings.summary
    notice = state.problem ?? state.session?.notice ?? state.accounts.problem ?? ""
    if let account = state.accounts.current {
      header.account = account.id
      header.status = (state.session?.sync).map(SyncFeature.Status.init)
    }
    content = Content(state, view: view, now: now)
  }
}

extension ScreenProps.Content {
  fileprivate init(_ state: AppState, view: ViewState, now: Int64) {
    if let login = state.accounts.login {
      self = .login(login, view.field)
      return
    }
    guard let session = state.session else {
      self = state.accounts.current.map { .opening(account: $0.id) } ?? .welcome
      return
    }
    let (columns, height) = (view.columns, view.contentHeight)
    guard let screen = session.path.topID, let top = session.path.last else {
      self = .list(ListProps(session.threads, window: view.list, height: height, now: now))
      return
    }
    switch top {
    case .thread(let thread):
      self = .thread(
        ThreadProps(thread, screen: screen, height: height, columns: columns, now: now))
    case .composer(let draft):
      // A new thread has the subject and a blank line above the text.
      let textHeight = draft.threadID == nil ? height - 2 : height
      self = .composer(ComposerProps(draft, screen: screen, height: textHeight, columns: columns))
    case .settings:
      self = .settings(state.settings)
    }
  }
}

enum LoginField: CaseIterable, Sendable {
  case server, user, password

  /// The field after this one, and after the last one the first.
  var next: LoginField {
    switch self {
    case .server: .user
    case .user: .password
    case .password: .server
    }
  }
}

struct ComposerProps: Equatable, Sendable {
  var screen: ScreenID
  var isReply: Bool
  var focus: ComposerFeature.Field
  var subject: String
  /// The column of the cursor in the visible part of the subject.
  var subjectCursor: Int
  var lines: [String]
  /// The cursor in the visible lines.
  var cursorRow: Int
  var cursorColumn: Int
  /// The position of the cursor a line further up, or `nil` in the first line.
  var above: Int?
  /// The position of the cursor a line further down, or `nil` in the last line.
  var below: Int?
  var problem: String
}

extension ComposerProps {
  /// The number of columns before the subject.
  static let label = "Subject: "

  /// Wraps the text, and maps the lines around the cursor.
  init(_ state: ComposerFeature.State, screen: ScreenID, height: Int, columns: Int) {
    let text = TextLayout(
      state.text, cursor: state.focus == .text ? state.cursor : state.text.count, width: columns)
    let subject = TextLayout(
      state.subject, cursor: state.focus == .subject ? state.cursor : state.subject.count,
      width: max(2, columns - Self.label.count))
    let first = max(0, text.cursorRow - max(1, height) + 1)
    func position(_ row: Int) -> Int? {
      text.lines.indices.contains(row)
        ? text.position(row: row, column: text.cursorColumn) : nil
    }
    self.init(
      screen: screen, isReply: state.threadID != nil, focus: state.focus,
      subject: subject.lines[subject.cursorRow].text, subjectCursor: subject.cursorColumn,
      lines: text.lines[first...].prefix(max(1, height)).map(\.text),
      cursorRow: text.cursorRow - first, cursorColumn: text.cursorColumn,
      above: position(text.cursorRow - 1), below: position(text.cursorRow + 1),
      problem: state.problem ?? (state.isSubmitted ? "Sending" : ""))
  }
}
