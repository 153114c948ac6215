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
  /// `lines` is called after `setNeedsDisplay()` and when the size changes, and `ended` when the
  /// terminal is gone, or standard input has ended.
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
  public func end() { terminal.leave() }

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

/// Delivers the signals of the process on a queue, where all functions are safe to call.
///
/// A signal handler only writes the number of the signal to a pipe. Dispatch's signal sources are
/// not used: it depends on the threads of the process whether a signal reaches them.
final class Signals {
  /// The queue on which the closure is called.
  static let queue = DispatchQueue(label: "terminal.signals", qos: .userInteractive)

  private let source: any DispatchSourceRead

  /// Catches signals from now on, which only one instance in a program can do.
  init?(_ numbers: [Int32], _ caught: @escaping @Sendable (Int32) -> Void) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    signalPipe = ends[1]
    let reading = ends[0]
    source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: Self.queue)
    source.setEventHandler {
      var number: UInt8 = 0
      if read(reading, &number, 1) == 1 { caught(Int32(number)) }
    }
    source.activate()
    for number in numbers { Self.catch(number) }
  }

  /// Catches a signal again after `letThrough(_:)`.
  static func `catch`(_ number: Int32) {
    signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalPipe, &byte, 1)
      errno = error
    }
  }

  /// Restores the default handling of a signal and raises it.
  static func letThrough(_ number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}

/// The pipe to which handlers write.
///
/// Invariant for `nonisolated(unsafe)`: it is set once, before any signal is caught.
nonisolated(unsafe) private var signalPipe: Int32 = -1
