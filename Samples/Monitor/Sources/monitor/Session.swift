// SPDX-License-Identifier: MIT

import Foundation

/// The monitor in a terminal: draws changes, reads keys and handles signals.
///
/// It exists until the program ends.
@MainActor
final class Session {
  /// The time for which changes are collected before they are drawn together.
  private static let patience = DispatchTimeInterval.milliseconds(10)

  private let monitor: Monitor
  private let terminal: Terminal
  private var screen = Screen()
  private var isDrawingSoon = false
  private var keyboard: Keyboard?
  private var signals: Signals?

  init(_ monitor: Monitor, _ terminal: Terminal) {
    self.monitor = monitor
    self.terminal = terminal
  }

  /// Runs the monitor until the user quits.
  func run() async {
    let store = monitor.store
    let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    signals = Signals(ending + [SIGCONT, SIGWINCH]) { [self] number in
      if ending.contains(number) {
        // Not on the main queue, which can be blocked by a terminal that accepts no output.
        terminal.leave(isUrgent: true)
        Signals.letThrough(number)
      } else {
        if number == SIGCONT {
          Signals.catch(SIGTSTP)
          terminal.enter()
        }
        Task { @MainActor in redraw() }
      }
    }
    terminal.enter()
    keyboard = Keyboard(
      pressed: { store.dispatch(KeyPressed(key: $0)) },
      ended: { store.dispatch(AppAction.quit) })
    monitor.dashboard.changed = { [self] in drawSoon() }
    redraw()
    monitor.start()
    for await isOver in store.scope(\.isOver).values() where isOver { break }
    await store.settled()  // The settings have been saved.
    terminal.leave()
  }

  /// Draws everything, because another program can have drawn, or the screen has another size.
  private func redraw() {
    let (columns, rows) = terminal.size
    monitor.dashboard.resize(columns: columns, rows: rows)
    screen.invalidate()
    draw()
  }

  private func drawSoon() {
    guard !isDrawingSoon else { return }
    isDrawingSoon = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [self] in
      MainActor.assumeIsolated { draw() }
    }
  }

  private func draw() {
    isDrawingSoon = false
    let (columns, rows) = terminal.size
    let lines = monitor.dashboard.lines(rows: rows)
    do throws(WritingFailed) {
      try terminal.draw(screen.update(to: lines, columns: columns))
    } catch {
      // The terminal is gone.
      monitor.store.dispatch(AppAction.quit)
    }
  }
}
