// SPDX-License-Identifier: MIT

import Foundation

/// A program in a terminal: it draws lines, delivers keys and handles signals.
///
/// A program can have only one session, which exists until the program ends.
@MainActor
public final class TerminalSession {
  /// The time for which changes are collected before they are drawn together.
  private static let patience = DispatchTimeInterval.milliseconds(10)
  private nonisolated static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  private let terminal: Terminal
  private let lines: (_ columns: Int, _ rows: Int) -> [StyledLine]
  private let ended: () -> Void
  private var screen = Screen()
  private var isDrawingSoon = false
  private var keyboard: Keyboard?
  private var signals: Signals?

  /// Takes over the terminal and draws the first lines.
  ///
  /// A signal that ends or stops the program restores the terminal first.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - lines: Returns the lines of the screen. It is called after `setNeedsDisplay()` and when
  ///     the size of the terminal changes.
  ///   - pressed: Called for each key.
  ///   - ended: Called when the terminal is gone, or standard input has ended.
  public init(
    _ terminal: Terminal,
    lines: @escaping (_ columns: Int, _ rows: Int) -> [StyledLine],
    pressed: @escaping (Key) -> Void,
    ended: @escaping () -> Void
  ) {
    self.terminal = terminal
    self.lines = lines
    self.ended = ended
    signals = Signals(Self.ending + [SIGCONT, SIGWINCH]) { [self] number in
      if Self.ending.contains(number) {
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
    keyboard = Keyboard(pressed: pressed, ended: ended)
    redraw()
  }

  /// Draws the lines again soon, together with all changes until then.
  public func setNeedsDisplay() {
    guard !isDrawingSoon else { return }
    isDrawingSoon = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [self] in
      MainActor.assumeIsolated { draw() }
    }
  }

  /// Restores the terminal.
  public func end() {
    terminal.leave()
  }

  /// Draws everything, because another program can have drawn, or the screen has another size.
  private func redraw() {
    screen.invalidate()
    draw()
  }

  private func draw() {
    isDrawingSoon = false
    let (columns, rows) = terminal.size
    do throws(WritingFailed) {
      try terminal.draw(screen.update(to: lines(columns, rows), columns: columns))
    } catch {
      // The terminal is gone.
      ended()
    }
  }
}
