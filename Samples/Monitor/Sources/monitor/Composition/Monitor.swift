// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import Settings
import TerminalUI

/// The store and everything that is connected to it.
@MainActor
final class Monitor {
  let store: Store<AppState>
  let dashboard: Dashboard
  private let file: SettingsFile
  private let sampler: Sampler

  init(
    settings: SettingsFile, source: sending any SystemSource, log: LogSink? = nil,
    startTicking: @escaping Sampler.StartTicking = Sampler.startTimer
  ) {
    file = settings
    let logger = log.map { Middleware<AppState.Choices>.logger(.actions, .changes, to: $0) }
    store = Store(
      state: AppState(settings: settings.load()), reducer: appReducer,
      middleware: [translation] + (logger.map { [$0.scope(\.choices)] } ?? []))
    dashboard = Dashboard(store: store, file: settings)
    sampler = Sampler(source, dispatcher: store, startTicking: startTicking)
  }

  func start() {
    let props = store.derive(\.settings.values.interval, \.isPaused) { interval, isPaused in
      Sampler.Props(interval: interval, isPaused: isPaused)
    }
    sampler.connect(to: props)
  }

  /// Draws changes in a terminal and passes keys to the store, until the user quits.
  func run(in terminal: Terminal) async {
    let (store, dashboard) = (store, dashboard)
    let session = TerminalSession(
      terminal,
      lines: { columns, rows in
        dashboard.resize(columns: columns, rows: rows)
        return dashboard.lines(rows: rows)
      },
      pressed: { store.dispatch(KeyPressed(key: $0)) },
      ended: { store.dispatch(AppAction.quit) })
    dashboard.changed = { session.setNeedsDisplay() }
    start()
    for await isOver in store.scope(\.isOver).values() where isOver { break }
    await store.settled()  // The settings have been saved.
    session.end()
  }

  /// Samples, and prints a frame for each sample as plain text, with a blank line between two.
  func printFrames(_ count: Int, columns: Int, to output: (String) throws -> Void) async throws {
    dashboard.resize(columns: columns, rows: nil)
    var printed = 0
    // The iterator subscribes when it is created, before the first sample.
    var attempts = store.scope(\.attempts).values(delivery: .every).makeAsyncIterator()
    start()
    while let attempt = await attempts.next() {
      if attempt == 0 { continue }
      await store.settled()  // The panes have received the sample, too.
      if let reason = store.state.problem { throw SamplingFailed(reason: reason) }
      let rows = dashboard.lines(rows: nil).map { Row($0, columns: columns).text + "\n" }
      try output((printed == 0 ? "" : "\n") + rows.joined())
      printed += 1
      if printed == count { return }
    }
  }
}
