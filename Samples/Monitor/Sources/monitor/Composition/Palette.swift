// SPDX-License-Identifier: MIT

import Load
import Processes
import Settings
import TerminalUI

/// The styles of the parts of the screen.
///
/// Features state the role of a line. The app alone decides on its style.
struct Palette {
  let theme: SettingsFeature.Theme

  var heading: Style { colored(dark: .cyan, light: .blue, else: .bold, isBold: true) }
  var note: Style { theme == .plain ? .normal : .dim }
  var problem: Style { colored(dark: .red, light: .red, else: .reversed) }
  var paused: Style { colored(dark: .yellow, light: .magenta, else: .bold, isBold: true) }

  subscript(role: ProcessesFeature.Line.Role) -> Style {
    switch role {
    case .title: .bold
    case .header: heading
    case .row: .normal
    case .busyRow: colored(dark: .yellow, light: .magenta, else: .bold)
    case .selectedRow: .reversed
    }
  }

  subscript(level: LoadFeature.Line.Level) -> Style {
    switch level {
    case .calm: colored(dark: .green, light: .blue, else: .normal)
    case .busy: colored(dark: .yellow, light: .magenta, else: .normal)
    case .full: colored(dark: .red, light: .red, else: .bold)
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
