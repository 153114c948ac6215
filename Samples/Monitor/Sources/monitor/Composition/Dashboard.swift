// SPDX-License-Identifier: MIT

import Load
import Processes
import Runnel
import Settings

/// The whole of the screen: the lines that the features' panes have drawn, with a line of its own at the
/// top and one at the bottom.
final class Dashboard: ViewComponent {
  struct Props: Equatable, Sendable {
    var theme = SettingsFeature.Theme.dark
    var mode = Mode()
    var problem: String?
  }

  let disposer = Disposer()
  var props = Props() { didSet { changed() } }

  /// Called when there is something to draw.
  var changed: () -> Void = {}

  private var processes: [ProcessesFeature.Line] = []
  private var load: [LoadFeature.Line] = []
  private var settings: SettingsFeature.Line?
  // Connections do not keep what they connect.
  private var processesPane: ProcessesPane?
  private var loadPane: LoadPane?
  private var settingsPane: SettingsPane?

  /// A dashboard of a store, which starts the features on it.
  init(store: Store<AppState>, file: SettingsFile) {
    processesPane = ProcessesFeature.start(on: store.scope(\.processes)) { [weak self] in
      self?.processes = $0
      self?.changed()
    }
    loadPane = LoadFeature.start(on: store.scope(\.load)) { [weak self] in
      self?.load = $0
      self?.changed()
    }
    settingsPane = SettingsFeature.start(on: store.scope(\.settings), file: file) { [weak self] in
      self?.settings = $0
      self?.changed()
    }
    let props = store.derive(\.settings.values.theme, \.mode, \.problem) { theme, mode, problem in
      Props(theme: theme, mode: mode, problem: problem)
    }
    connect(to: props)
  }

  /// Gives the panes as much room as there is. Without a number of rows there is room for all.
  func resize(columns: Int, rows: Int?) {
    loadPane?.width = columns
    processesPane?.height = rows.map { $0 < Self.fewRows ? $0 : $0 - 5 } ?? .max
  }

  /// What there is to be seen on the rows of the screen, or on as many as it takes.
  func lines(rows: Int?) -> [StyledLine] {
    let palette = Palette(theme: props.theme)
    let list = processes.map { StyledLine($0.text, palette[$0.role]) }
    guard let rows else { return head(palette) + list }
    if rows < Self.fewRows { return fitted(list, rows) }
    return head(palette) + fitted(list, rows - 5) + [help(palette)]
  }

  /// With fewer rows than this, there is nothing but the list.
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
