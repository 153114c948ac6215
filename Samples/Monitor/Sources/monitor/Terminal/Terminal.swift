// SPDX-License-Identifier: MIT

import Foundation

/// The terminal, which is taken over for a while and given back as it was.
///
/// May be used from any thread: it is given back by whoever is told of the end first.
final class Terminal: @unchecked Sendable {
  /// Another screen, no cursor, no line wrapping.
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let leaving = "\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let input = STDIN_FILENO
  private let output = STDOUT_FILENO
  private let lock = NSLock()
  private var original = termios()
  private var isEntered = false

  /// `nil` if there is no terminal to read keys from and to draw on.
  init?() {
    guard isatty(input) != 0, isatty(output) != 0, tcgetattr(input, &original) == 0 else {
      return nil
    }
  }

  /// How many columns and lines there are.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Takes the terminal over. Keys come at once and are not shown; those that end or stop a program still
  /// do so.
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

  /// Gives the terminal back.
  ///
  /// - Parameter isUrgent: Whether it has to be quick, so that what was on its way to the screen is given
  ///   up, and the screen itself if the terminal takes nothing.
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

  /// Draws, as long as the terminal is taken over. Waits while the terminal takes nothing.
  func draw(_ text: String) throws(WritingFailed) {
    guard !text.isEmpty, lock.withLock({ isEntered }) else { return }
    try output.write(text)
  }
}

/// A file, pipe or terminal takes nothing more.
struct WritingFailed: Error {
  var code: Int32
  var path = "output"
  /// Whether whoever was reading has gone: that is no fault of anybody's.
  var isBrokenPipe: Bool { code == EPIPE }
  var reason: String { "cannot write \(path): \(String(cString: strerror(code)))" }
}

extension Int32 {
  /// Writes all of a text to the file of this number, in one call if the file takes it.
  func write(_ text: String) throws(WritingFailed) {
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
