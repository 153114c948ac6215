// SPDX-License-Identifier: MIT

import Accounts
import Composer
import TerminalUI
import ThreadDetail

extension FramePart {
  /// Draws the messages of a thread.
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
    let label = StyledLine.Piece(text: ComposerProps.label, style: palette.note)
    var lines: [StyledLine] = []
    if !draft.isReply {
      lines = [
        isInText
          ? StyledLine([label, .init(text: draft.subject, style: .bold)])
          : StyledLine(draft.subject, cursor: draft.subjectCursor, after: label),
        StyledLine(""),
      ]
    }
    lines += draft.lines.enumerated().map { row, text in
      isInText && row == draft.cursor.row
        ? StyledLine(text, cursor: draft.cursor.column) : StyledLine(text)
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

  /// Draws the form of a login.
  init(_ form: LoginProps, _ palette: Palette) {
    let login = form.login
    func line(_ field: LoginField, _ name: String, _ value: String) -> StyledLine {
      let label = StyledLine.Piece(text: name.padded(12), style: palette.note)
      return form.field == field && !login.isWorking
        ? StyledLine(value, cursor: value.columns, after: label)
        : StyledLine([label, .init(text: value, style: .normal)])
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

extension ComposerProps {
  /// Returns the number of lines above the text.
  static func headHeight(of draft: ComposerFeature.State) -> Int {
    draft.threadID == nil ? 2 : 0
  }
}
