// SPDX-License-Identifier: MIT

import TerminalUI

/// The monitor in a terminal: draws changes and passes keys to the store.
@MainActor
struct Session {
  private let monitor: Monitor
  private let terminal: Terminal

  init(_ monitor: Monitor, _ terminal: Terminal) {
    self.monitor = monitor
    self.terminal = terminal
  }

  /// Runs the monitor until the user quits.
  func run() async {
    let store = monitor.store
    let dashboard = monitor.dashboard
    let session = TerminalSession(
      terminal,
      lines: { columns, rows in
        dashboard.resize(columns: columns, rows: rows)
        return dashboard.lines(rows: rows)
      },
      pressed: { store.dispatch(KeyPressed(key: $0)) },
      ended: { store.dispatch(AppAction.quit) })
    dashboard.changed = { session.setNeedsDisplay() }
    monitor.start()
    for await isOver in store.scope(\.isOver).values() where isOver { break }
    await store.settled()  // The settings have been saved.
    session.end()
  }
}
