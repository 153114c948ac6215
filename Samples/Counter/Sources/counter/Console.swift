// SPDX-License-Identifier: MIT

import Foundation

/// Standard input, output and error, and failures that end the program.
enum Console {
  static let isTerminal = isatty(STDIN_FILENO) != 0
  @MainActor private(set) static var status: Int32 = 0

  /// Makes sure that no file opened later takes the place of a closed standard file.
  ///
  /// Without standard output the program has no purpose and ends. Without standard input there are
  /// no commands; without standard error, the exit status is the only report.
  static func claimStandardFiles() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The system uses the lowest free number, and all lower ones are in use.
      _ = Foundation.open("/dev/null", O_RDWR)
      if descriptor == STDOUT_FILENO { fail("standard output is closed") }
    }
  }

  /// Returns the next line of standard input, or `nil` at the end.
  ///
  /// Reads off the main actor.
  static func read() async -> String? {
    if isTerminal { writeError("> ") }
    return await withCheckedContinuation { line in
      DispatchQueue.global().async { line.resume(returning: readLine()) }
    }
  }

  static func write(_ line: String, to file: FileHandle = .standardOutput, _ verb: String = "show")
  {
    attempt("\(verb) \(line)") { try file.write(contentsOf: Data("\(line)\n".utf8)) }
  }

  /// Reports a command that had no effect.
  ///
  /// With piped input, the run fails in the end.
  @MainActor static func warn(_ text: String) {
    writeError("\(text)\n")
    if !isTerminal { status = 1 }
  }

  static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  static func attempt(_ task: String, _ action: () throws -> Void) {
    do { try action() } catch { fail("cannot \(task): \(error.localizedDescription)") }
  }

  /// Opens a file, or creates it.
  ///
  /// If that fails, the program ends with a message.
  static func open(_ path: String, _ flags: Int32) -> FileHandle {
    let descriptor = Foundation.open(path, flags | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let reason = errno == ENXIO ? "nothing reads from it" : String(cString: strerror(errno))
      fail("cannot open \(path): \(reason)")
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  static func fail(_ text: String, status: Int32 = 1) -> Never {
    writeError("counter: \(text)\n")
    exit(status)
  }
}
