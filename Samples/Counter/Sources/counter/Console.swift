// SPDX-License-Identifier: MIT

import Foundation

/// Standard input, output and error.
enum Console {
  static let isTerminal = isatty(STDIN_FILENO) != 0
  @MainActor private(set) static var status: Int32 = 0

  /// The next line of standard input, which is read off the main actor, or `nil` at the end.
  static func read() async -> String? {
    if isTerminal { tell("> ") }
    return await withCheckedContinuation { line in
      DispatchQueue.global().async { line.resume(returning: readLine()) }
    }
  }

  static func put(_ line: String, to file: FileHandle = .standardOutput, _ verb: String = "show") {
    attempt("\(verb) \(line)") { try file.write(contentsOf: Data("\(line)\n".utf8)) }
  }

  @MainActor static func complain(_ text: String) {
    tell("\(text)\n")
    if !isTerminal { status = 1 }
  }

  static func tell(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  static func attempt(_ deed: String, _ action: () throws -> Void) {
    do { try action() } catch { fail("cannot \(deed): \(error.localizedDescription)") }
  }

  static func fail(_ text: String, status: Int32 = 1) -> Never {
    tell("counter: \(text)\n")
    exit(status)
  }
}
