// SPDX-License-Identifier: MIT

import InboxApp
import TerminalUI

/// The lines of the whole screen: header, title, content, note and help.
struct Frame {
  let props: ScreenProps
  let view: ViewState

  private var palette: Palette { Palette(theme: props.theme) }

  /// The lines, exactly as many as the terminal has rows.
  var lines: [StyledLine] {
    let part = part
    let height = view.contentHeight
    let content = part.lines.prefix(height)
    var lines = [header]
    if !view.hint.isEmpty { lines.append(StyledLine(view.hint, palette.offer)) }
    lines += [part.title, StyledLine("")]
    lines += content
    lines += Array(repeating: StyledLine(""), count: height - content.count)
    lines += [StyledLine(""), notice ?? part.note, help(part.keys)]
    return Array(lines.prefix(view.rows))
      + Array(repeating: StyledLine(""), count: max(0, view.rows - lines.count))
  }

  private var part: FramePart {
    let columns = view.columns
    switch props.content {
    case .welcome: return .welcome(palette)
    case .login(let login, let field): return FramePart(login, field, palette)
    case .opening(let account): return .opening(account, palette)
    case .list(let list): return FramePart(list, palette, columns: columns)
    case .thread(let thread): return FramePart(thread, palette)
    case .composer(let draft): return FramePart(draft, palette)
    case .settings(let settings): return FramePart(settings, palette)
    }
  }

  private var header: StyledLine {
    let header = props.header
    var line = StyledLine(("inbox", palette.heading))
    func add(_ text: String, _ style: Style) {
      if !text.isEmpty { line.pieces.append(.init(text: "  \(text)", style: style)) }
    }
    add(header.account, .normal)
    if let status = header.status {
      add(status.text, palette[status.level])
      add(status.queue, palette.badge)
    }
    let room = view.columns - line.pieces.reduce(0) { $0 + $1.text.columns }
    if room > header.settings.columns {
      line.pieces.append(.init(text: header.settings.aligned(room), style: palette.note))
    }
    return line
  }

  private var notice: StyledLine? {
    props.notice.isEmpty
      ? nil : StyledLine((props.notice, palette.problem), ("  x close", palette.note))
  }

  /// Returns the keys that fit, and always the last one.
  private func help(_ keys: [String]) -> StyledLine {
    let last = keys.last ?? ""
    var text = ""
    for key in keys.dropLast() {
      let next = text + key + "  "
      if (next + last).columns > view.columns { break }
      text = next
    }
    return StyledLine(text + last, palette.note)
  }
}

/// The part of the screen that one kind of content determines.
struct FramePart {
  var title: StyledLine
  var lines: [StyledLine]
  var note = StyledLine("")
  /// The keys for the help, the most important ones first and last.
  var keys: [String]
}

extension FramePart {
  static func welcome(_ palette: Palette) -> FramePart {
    FramePart(
      title: StyledLine("No account", palette.heading),
      lines: [StyledLine("Add an account of an inbox server to begin.")],
      keys: ["A add an account", "q quit"])
  }

  static func opening(_ account: String, _ palette: Palette) -> FramePart {
    FramePart(
      title: StyledLine("Opening", palette.heading),
      lines: [StyledLine("Loading \(account)", palette.note)], keys: ["a next account", "q quit"])
  }

  init(_ settings: SettingsFeature.State, _ palette: Palette) {
    func line(_ key: String, _ name: String, _ value: String) -> StyledLine {
      StyledLine(("  \(key.padded(6))", palette.note), (name.padded(20), .normal), (value, .bold))
    }
    self.init(
      title: StyledLine("Settings", palette.heading),
      lines: [
        line("t", "Theme", settings.theme.rawValue),
        line("+ -", "Threads in a page", "\(settings.pageSize)"),
        line("h", "Archived threads", settings.showsArchived ? "shown" : "hidden"),
        line("o", "Connection", settings.isOffline ? "work offline" : "work online"),
      ],
      keys: ["t theme", "+ - page", "h archived", "o offline", "esc back"])
  }

  init(_ list: ListProps, _ palette: Palette, columns: Int) {
    self.init(
      title: Self.title(of: list, palette),
      lines: list.lines.map { Self.line($0, palette, columns: columns) },
      note: list.undo.isEmpty
        ? StyledLine(list.note, palette.note)
        : StyledLine(
          (list.undo, palette.offer), ("  u undo", palette.note), ("  \(list.note)", palette.note)),
      keys: list.isSearching
        ? ["type to search", "↑↓ select", "enter open", "esc leave"]
        : [
          "↑↓ enter open", "c compose", "/ search", "e archive", "r reload", "s settings",
          "o offline", "a next account", "A add account", "L log out", "q quit",
        ])
  }

  private static func title(of list: ListProps, _ palette: Palette) -> StyledLine {
    let position = list.count == 0 ? "" : "  \(list.first + 1) to \(list.first + list.lines.count)"
    let total = "\(list.count)\(list.hasMore ? " loaded" : "")"
    let count = (list.count == 0 ? "" : "\(position) of \(total)", palette.note)
    if list.isSearching {
      var line = StyledLine(
        list.search, cursor: list.search.columns, after: ("Search: ", palette.heading))
      line.pieces.append(.init(text: count.0, style: count.1))
      return line
    }
    return list.search.isEmpty
      ? StyledLine(("Threads", palette.heading), count)
      : StyledLine(("Search: ", palette.heading), (list.search, .normal), count)
  }

  /// Draws a thread in columns: author, badge, subject and preview, age.
  private static func line(_ line: ListProps.Line, _ palette: Palette, columns: Int) -> StyledLine {
    let text = line.text
    let age = text.age.aligned(ageColumns)
    let room = max(0, columns - authorColumns - badgeColumns - ageColumns - 1)
    let subject = text.subject.cut(room)
    let archived = text.isArchived ? " (archived)" : ""
    let preview = "\(archived)  \(text.preview)".padded(room - subject.columns)
    let author = " \(text.author.padded(authorColumns - 2)) "
    if line.isSelected {
      let whole = author + text.badge.padded(badgeColumns) + subject + preview + " " + age
      return StyledLine(whole, palette.selected)
    }
    return StyledLine(
      (author, .normal), (text.badge.padded(badgeColumns), palette.badge),
      (subject, text.isUnread ? palette.unread : .normal),
      (preview, palette.note), (" \(age)", palette.note))
  }

  private static let authorColumns = 12
  private static let badgeColumns = 4
  private static let ageColumns = 10

  init(_ thread: ThreadProps, _ palette: Palette) {
    let below = thread.below == 0 ? "" : "\(thread.below) lines below"
    var keys = ["↑↓ scroll", "r reply"]
    if thread.failed != nil { keys += ["R send again", "D discard"] }
    self.init(
      title: StyledLine(thread.subject, palette.heading),
      lines: thread.lines.map { line in
        let indent = line.role == .header ? 0 : ThreadProps.indent
        return StyledLine(String(repeating: " ", count: indent) + line.text, palette[line.role])
      },
      note: StyledLine(
        [below, thread.note].filter { !$0.isEmpty }.joined(separator: " · "), palette.note),
      keys: keys + ["l load again", "s settings", "o offline", "esc back"])
  }

  /// Draws a draft, with the cursor as a reversed cell.
  init(_ draft: ComposerProps, _ palette: Palette) {
    let isInText = draft.focus == .text
    let label = (ComposerProps.label, palette.note)
    var lines: [StyledLine] = []
    if !draft.isReply {
      lines = [
        isInText
          ? StyledLine(label, (draft.subject, .bold))
          : StyledLine(draft.subject, cursor: draft.subjectCursor, after: label),
        StyledLine(""),
      ]
    }
    lines += draft.lines.enumerated().map { row, text in
      isInText && row == draft.cursorRow
        ? StyledLine(text, cursor: draft.cursorColumn) : StyledLine(text)
    }
    self.init(
      title: draft.isReply
        ? StyledLine(("Reply to ", palette.heading), (draft.subject, palette.heading))
        : StyledLine("New thread", palette.heading),
      lines: lines, note: StyledLine(draft.problem, palette.problem),
      keys: (draft.isReply ? [] : ["tab next field"]) + [
        "ctrl-s send", "ctrl-u undo", "ctrl-r redo", "esc close, the draft stays",
      ])
  }

  init(_ login: AccountsFeature.Login, _ current: LoginField, _ palette: Palette) {
    func line(_ field: LoginField, _ name: String, _ value: String) -> StyledLine {
      let label = (name.padded(12), palette.note)
      return field == current && !login.isWorking
        ? StyledLine(value, cursor: value.columns, after: label)
        : StyledLine(label, (value, .normal))
    }
    self.init(
      title: StyledLine("Add an account", palette.heading),
      lines: [
        line(.server, "Server", login.server),
        line(.user, "User", login.user),
        line(.password, "Password", String(repeating: "*", count: login.password.count)),
      ],
      note: login.isWorking
        ? StyledLine("Logging in", palette.note)
        : StyledLine(login.problem ?? "", palette.problem),
      keys: ["enter next field, or log in", "tab next field", "esc cancel"])
  }
}
