// SPDX-License-Identifier: MIT

import Settings
import TerminalUI

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
      StyledLine(
        ("  \(key.padded(6))", palette.note), (name.padded(20), .normal), (value, .bold))
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
}
