// SPDX-License-Identifier: MIT

import Foundation
import TerminalUI

/// Prints a value as JSON, with its keys in alphabetical order.
func printJSON(_ value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  printLine(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// Prints a line at once, because a script can be waiting for it.
///
/// Ends the program if the line can't be written: with status 1 and a reason, or without one if the
/// reader has closed the pipe.
func printLine(_ text: String) {
  do throws(WritingFailed) {
    try STDOUT_FILENO.write("\(text)\n")
  } catch {
    if !error.isBrokenPipe { report(error.reason) }
    exit(error.isBrokenPipe ? 0 : 1)
  }
}

/// Prints a line for the user on standard error.
func report(_ text: String) {
  FileHandle.standardError.write(Data("inbox: \(text)\n".utf8))
}

/// Returns text in one line, without characters that control a terminal.
func plain(_ text: String) -> String {
  String(
    text.map { character in
      let isControl = character.unicodeScalars.contains {
        [.control, .format].contains($0.properties.generalCategory)
      }
      return isControl && character != "\u{200D}" ? " " : character
    })
}
