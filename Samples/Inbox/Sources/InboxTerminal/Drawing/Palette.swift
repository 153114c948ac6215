// SPDX-License-Identifier: MIT

import Settings
import Sync
import TerminalUI
import ThreadDetail

/// The styles of the parts of the screen.
///
/// Features state the role of a text. Only this type decides on its style.
struct Palette {
  let theme: SettingsFeature.Theme

  var heading: Style { colored(dark: .cyan, light: .blue, else: .bold, isBold: true) }
  var note: Style { theme == .plain ? .normal : .dim }
  var problem: Style { colored(dark: .red, light: .red, else: .bold) }
  var offer: Style { colored(dark: .yellow, light: .magenta, else: .bold) }
  var selected: Style { .reversed }
  var unread: Style { .bold }
  var badge: Style { colored(dark: .yellow, light: .magenta, else: .bold, isBold: true) }

  subscript(level: SyncFeature.Status.Level) -> Style {
    switch level {
    case .good: colored(dark: .green, light: .blue, else: .normal)
    case .neutral: note
    case .bad: problem
    }
  }

  subscript(role: ThreadDetailFeature.Line.Role) -> Style {
    switch role {
    case .header: heading
    case .text: .normal
    case .sending: note
    case .failed: problem
    }
  }

  private func colored(
    dark: Style.Color, light: Style.Color, else plain: Style, isBold: Bool = false
  ) -> Style {
    switch theme {
    case .dark: Style(color: dark, isBold: isBold)
    case .light: Style(color: light, isBold: isBold)
    case .plain: plain
    }
  }
}
