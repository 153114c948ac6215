// SPDX-License-Identifier: MIT

import Load
import Processes
import Runnel
import Settings
import TerminalUI

/// The whole screen: the lines of the features' panes, below a status line and above a help line.
final class Dashboard: ViewComponent {
  struct Props: Equatable, Sendable {
    var theme = SettingsFeature.Theme.dark
    var mode = Mode()
    var problem: String?
  }

  let disposer = Disposer()
  var props = Props() { didSet { changed() } }

  var changed: () -> Void = {}

  private var processes: [ProcessesFeature.Line] = []
  private var load: [LoadFeature.Line] = []
  private var settings: SettingsFeature.Line?
  // A connection doesn't retain its component.
  private var processesPane: ProcessesPane?
  private var loadPane: LoadPane?
  private var settingsPane: SettingsPane?

  /// Creates a dashboard of a store, and starts the features on it.
  init(store: Store<AppState>, file: SettingsFile) {
    processesPane = ProcessesFeature.start(on: store.scope(\.processes)) { [weak self] in
      self?.processes = $0
      self?.changed()
    }
    loadPane = LoadFeature.start(on: store.scope(\.load)) { [weak self] in
      self?.load = $0
      self?.changed()
    }
    let settings = store.scope(\.settings, accepting: SettingsFeature.Action.self)
    settingsPane = SettingsFeature.start(on: settings, file: file) { [weak self] in
      self?.settings = $0
      self?.changed()
    }
    let props = store.derive(\.settings.values.theme, \.mode, \.problem) { theme, mode, problem in
      Props(theme: theme, mode: mode, problem: problem)
    }
    connect(to: props)
  }

  /// Divides the space between the panes, with unlimited lines if `rows` is `nil`.
  func resize(columns: Int, rows: Int?) {
    loadPane?.width = columns
    processesPane?.height = rows.map { $0 < Self.fewRows ? $0 : $0 - 5 } ?? .max
  }

  /// Returns the lines of the screen, or all lines if `rows` is `nil`.
  func lines(rows: Int?) -> [StyledLine] {
    let palette = Palette(theme: props.theme)
    let list = processes.map { StyledLine($0.text, palette[$0.role]) }
    guard let rows else { return head(palette) + list }
    if rows < Self.fewRows { return fitted(list, rows) }
    return head(palette) + fitted(list, rows - 5) + [help(palette)]
  }

  /// With fewer rows than this, the screen shows only the list.
  private static let fewRows = 10

  private func fitted(_ lines: [StyledLine], _ rows: Int) -> [StyledLine] {
    lines.prefix(rows) + Array(repeating: StyledLine(""), count: max(0, rows - lines.count))
  }

  private func head(_ palette: Palette) -> [StyledLine] {
    let problem = props.problem ?? settings?.problem ?? ""
    let status = StyledLine(
      ("monitor", .bold), ("  \(settings?.text ?? "")", palette.note),
      (props.mode.isPaused ? "  paused" : "", palette.paused),
      (problem.isEmpty ? "" : "  \(problem)", palette.problem))
    return [status]
      + load.map { line in
        StyledLine(
          (line.label, .normal), ("  \(line.graph)", palette[line.level]),
          ("  \(line.note)", palette.note))
      } + [StyledLine("")]
  }

  private func help(_ palette: Palette) -> StyledLine {
    let text =
      props.mode.isFiltering
      ? "type to filter   enter keep   esc clear"
      : "↑↓  s sort  r reverse  / filter  u undo  p \(props.mode.isPaused ? "resume" : "pause")"
        + "  +- interval  t theme  q quit"
    return StyledLine(text, palette.note)
  }
}

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
