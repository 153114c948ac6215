// SPDX-License-Identifier: MIT

import Sync
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
    case .login(let form): return FramePart(form, palette)
    case .opening(let account): return .opening(account, palette)
    case .list(let list): return FramePart(list, palette, columns: columns)
    case .thread(let thread): return FramePart(thread, palette)
    case .composer(let draft): return FramePart(draft, palette)
    case .settings(let settings): return FramePart(settings, palette)
    }
  }

  // MARK: The first and the last lines

  private var header: StyledLine {
    let header = props.header
    var pieces = [StyledLine.Piece(text: "inbox", style: palette.heading)]
    if !header.account.isEmpty {
      pieces.append(.init(text: "  \(header.account)", style: .normal))
    }
    if let status = header.status {
      pieces.append(.init(text: "  \(status.text)", style: palette[status.level]))
      if !status.queue.isEmpty {
        pieces.append(.init(text: "  \(status.queue)", style: palette.badge))
      }
    }
    let room = view.columns - pieces.reduce(0) { $0 + $1.text.columns }
    if room > header.settings.columns {
      pieces.append(.init(text: header.settings.aligned(room), style: palette.note))
    }
    return StyledLine(pieces)
  }

  private var notice: StyledLine? {
    props.notice.isEmpty
      ? nil : StyledLine((props.notice, palette.problem), ("  x close", palette.note))
  }

  /// Returns the keys that fit.
  ///
  /// The last one is always shown.
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
