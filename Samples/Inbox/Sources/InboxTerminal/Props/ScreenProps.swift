// SPDX-License-Identifier: MIT

import Accounts
import Composer
import InboxApp
import Runnel
import RunnelNavigation
import Settings
import Sync
import ThreadDetail

/// The content of the whole screen.
///
/// Of a list or a thread, it contains only the lines that are visible.
struct ScreenProps: Equatable, Sendable {
  /// The first line.
  struct Header: Equatable, Sendable {
    var account = ""
    var status: SyncFeature.Status?
    var settings = ""
  }

  /// The part between the header and the help.
  enum Content: Equatable, Sendable {
    /// There is no account.
    case welcome
    case login(LoginProps)
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
}

extension ScreenProps {
  /// Maps the state of the app to what is visible of it.
  ///
  /// - Parameters:
  ///   - state: The state, which isn't kept.
  ///   - view: The part of the screen that isn't in the state.
  ///   - now: The time, in milliseconds since 1970.
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
      self = .login(LoginProps(login: login, field: view.field))
    } else if let session = state.session {
      self.init(session, state, view: view, now: now)
    } else if let account = state.accounts.current {
      self = .opening(account: account.id)
    } else {
      self = .welcome
    }
  }

  private init(_ session: Session, _ state: AppState, view: ViewState, now: Int64) {
    let (columns, height) = (view.columns, view.contentHeight)
    guard let screen = session.path.topID, let top = session.path.last else {
      self = .list(
        ListProps(session.threads, window: view.list, height: height, now: now))
      return
    }
    switch top {
    case .thread(let thread):
      self = .thread(
        ThreadProps(thread, screen: screen, height: height, columns: columns, now: now))
    case .composer(let draft):
      self = .composer(
        ComposerProps(
          draft, screen: screen, height: height - ComposerProps.headHeight(of: draft),
          columns: columns))
    case .settings:
      self = .settings(state.settings)
    }
  }
}

/// The form of a login.
struct LoginProps: Equatable, Sendable {
  var login: AccountsFeature.Login
  var field: LoginField
}

/// A field of the login form.
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

/// The visible part of a thread.
struct ThreadProps: Equatable, Sendable {
  var screen: ScreenID
  var subject: String
  /// The visible lines.
  var lines: [ThreadDetailFeature.Line]
  /// The number of lines below the visible ones.
  var below: Int
  /// The number of lines that the user has scrolled past the first one.
  var excess: Int
  /// The number of visible lines.
  var height: Int
  /// The client ID of the last reply that the server refused.
  var failed: String?
  /// The reason for missing messages, or an empty text.
  var note: String
}

extension ThreadProps {
  /// The number of columns before the text of a message.
  static let indent = 2

  /// Maps the visible messages.
  ///
  /// Only messages in the window and below are wrapped.
  init(
    _ state: ThreadDetailFeature.State, screen: ScreenID, height: Int, columns: Int, now: Int64
  ) {
    let window = state.window(
      height: height, width: max(1, columns - Self.indent), now: now, columns: columnCount)
    let isStale = state.isShowingStale
    self.init(
      screen: screen, subject: state.subject.isEmpty ? "(no subject)" : state.subject,
      lines: window.lines, below: window.below, excess: state.scroll - window.below,
      height: height, failed: state.messages.last { $0.hasFailed }?.clientID,
      note: state.problem ?? (state.isLoading ? "Loading" : isStale ? "From the last visit" : ""))
  }
}

extension ThreadDetailFeature.Message {
  fileprivate var hasFailed: Bool { if case .failed = status { true } else { false } }
}

/// The visible part of a draft.
struct ComposerProps: Equatable, Sendable {
  /// A place on the screen.
  struct Place: Equatable, Sendable {
    var row: Int
    var column: Int
  }

  var screen: ScreenID
  var isReply: Bool
  var focus: ComposerFeature.Field
  /// The visible part of the subject.
  var subject: String
  /// The column of the cursor in the visible part of the subject.
  var subjectCursor: Int
  /// The visible lines of the text.
  var lines: [String]
  /// The cursor in the visible lines.
  var cursor: Place
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
    let text = state.layout(width: columns, columns: columnCount)
    let subject = ComposerFeature.Layout(
      state.subject, cursor: state.focus == .subject ? state.cursor : state.subject.count,
      width: max(2, columns - Self.label.count), columns: columnCount)
    let first = max(0, text.cursorRow - max(1, height) + 1)
    func position(_ row: Int) -> Int? {
      text.lines.indices.contains(row)
        ? text.position(row: row, column: text.cursorColumn) : nil
    }
    self.init(
      screen: screen, isReply: state.threadID != nil, focus: state.focus,
      subject: subject.lines[subject.cursorRow].text, subjectCursor: subject.cursorColumn,
      lines: text.lines[first...].prefix(max(1, height)).map(\.text),
      cursor: Place(row: text.cursorRow - first, column: text.cursorColumn),
      above: position(text.cursorRow - 1), below: position(text.cursorRow + 1),
      problem: state.problem ?? (state.isSubmitted ? "Sending" : ""))
  }
}
