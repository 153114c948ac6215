// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import TerminalUI

extension LogSink {
  /// The number of characters of a line that are written.
  ///
  /// A list of all processes would dominate the log.
  private static let width = 300

  /// Creates a sink that appends to a file, which is created if it doesn't exist.
  init(appendingTo path: String) throws(WritingFailed) {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw WritingFailed(code: errno, path: path) }
    self.init { text in
      let lines = text.split(separator: "\n").map { line in
        line.utf8.count > Self.width ? "\(line.prefix(Self.width))…\n" : "\(line)\n"
      }
      // A full disk must not end the program: the log is secondary.
      try? file.write(lines.joined())
    }
  }
}
