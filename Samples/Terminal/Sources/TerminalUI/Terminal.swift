// SPDX-License-Identifier: MIT

import Foundation

/// The terminal, which the program takes over and later restores.
///
/// All members can be called from any thread, because a signal handler can restore it at any time.
/// Invariant for `@unchecked`: `lock` guards `isEntered`; `original` is constant after `init`.
public final class Terminal: @unchecked Sendable {
  /// Switches to the alternate screen, hides the cursor and disables line wrapping.
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let leaving = "\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let input = STDIN_FILENO
  private let output = STDOUT_FILENO
  private let lock = NSLock()
  private var original = termios()
  private var isEntered = false

  /// Returns `nil` if standard input or output is not a terminal.
  public init?() {
    guard isatty(output) != 0, tcgetattr(input, &original) == 0 else { return nil }
  }

  /// The largest number of columns and of rows that is used.
  ///
  /// A terminal can report up to 65,535 of each, which would take minutes to fill.
  public static let limit = 1_000

  /// The number of columns and rows, at most `limit` each.
  public var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (min(Int(size.ws_col), Self.limit), min(Int(size.ws_row), Self.limit))
  }

  /// Takes over the terminal.
  ///
  /// Keys arrive at once and are not echoed. Keys that end or stop a program still do so.
  func enter() {
    lock.withLock {
      guard !isEntered else { return }
      isEntered = true
      var attributes = original
      attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
      attributes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
      tcsetattr(input, TCSANOW, &attributes)
      try? output.write(Self.entering)
    }
  }

  /// Restores the terminal.
  ///
  /// If it is urgent, pending output is discarded. If the terminal accepts no output, the alternate
  /// screen stays.
  func leave(isUrgent: Bool = false) {
    lock.withLock {
      guard isEntered else { return }
      isEntered = false
      if isUrgent { tcflush(output, TCOFLUSH) }
      var isReady = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      if !isUrgent || (poll(&isReady, 1, 200) > 0 && isReady.revents == Int16(POLLOUT)) {
        try? output.write(Self.leaving)
      }
      tcsetattr(input, isUrgent ? TCSANOW : TCSADRAIN, &original)
    }
  }

  /// Writes output while the terminal is taken over.
  ///
  /// Blocks while the terminal accepts no output.
  func draw(_ text: String) throws(WritingFailed) {
    guard !text.isEmpty, lock.withLock({ isEntered }) else { return }
    try output.write(text)
  }
}

/// A file, pipe or terminal that cannot be written.
public struct WritingFailed: Error {
  /// The value of `errno`.
  public var code: Int32
  /// The file, as it appears in the reason.
  public var path: String

  /// Creates an error.
  public init(code: Int32, path: String = "output") { (self.code, self.path) = (code, path) }

  /// Whether the reader has closed the pipe, which is not an error.
  public var isBrokenPipe: Bool { code == EPIPE }
  /// The reason in words.
  public var reason: String { "cannot write \(path): \(String(cString: strerror(code)))" }
}

extension Int32 {
  /// Writes a text to the file with this descriptor, in one call if the file accepts it.
  public func write(_ text: String) throws(WritingFailed) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(self, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes.removeFirst(count)
      } else if errno == EAGAIN {
        var isReady = pollfd(fd: self, events: Int16(POLLOUT), revents: 0)
        poll(&isReady, 1, -1)
      } else if errno != EINTR {
        throw WritingFailed(code: errno)
      }
    }
  }
}
