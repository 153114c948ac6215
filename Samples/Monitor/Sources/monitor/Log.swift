// SPDX-License-Identifier: MIT

import Foundation
import Runnel

extension LogSink {
  /// How much of a line is written. A list of all processes would be longer than all else.
  private static let width = 300

  /// Appends to a file, which is made if there is none.
  init(appendingTo path: String) throws(WritingFailed) {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw WritingFailed(code: errno, path: path) }
    self.init { text in
      let lines = text.split(separator: "\n").map { line in
        line.utf8.count > Self.width ? "\(line.prefix(Self.width))…\n" : "\(line)\n"
      }
      // A full disk is no reason to end: the log is not what the program is for.
      try? file.write(lines.joined())
    }
  }
}
