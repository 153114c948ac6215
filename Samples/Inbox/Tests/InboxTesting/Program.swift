// SPDX-License-Identifier: MIT

package import Foundation

/// A program of this package, as a shell runs it.
package final class Program: Sendable {
  package struct Run {
    package let output: String
    package let errors: String
    package let status: Int32

    package init(output: String, errors: String, status: Int32) {
      (self.output, self.errors, self.status) = (output, errors, status)
    }

    /// The output without the line break at its end.
    package var line: String { output.hasSuffix("\n") ? String(output.dropLast()) : output }

    package func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      try JSONDecoder().decode(type, from: Data(output.utf8))
    }
  }

  private let process = Process()
  private let ended: AsyncStream<Int32>

  /// Starts a program with these files.
  package init(
    _ arguments: [String], of name: String = "inbox", input: FileHandle = .nullDevice,
    output: FileHandle, errors: FileHandle, environment: [String: String] = [:]
  ) throws {
    let (stream, ending) = AsyncStream<Int32>.makeStream()
    ended = stream
    process.executableURL = products.appendingPathComponent(name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { ending.yield($0.terminationStatus) }
    try process.run()
  }

  /// Starts a program that runs until it receives a signal, and returns the lines that it writes.
  package static func start(
    _ arguments: [String], of name: String = "inbox"
  ) throws -> (program: Program, lines: Lines, errors: Lines) {
    let (output, errors) = (Pipe(), Pipe())
    let program = try Program(
      arguments, of: name, output: output.fileHandleForWriting, errors: errors.fileHandleForWriting)
    return (program, Lines(output), Lines(errors))
  }

  package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  package func status() async -> Int32? { await ended.first { _ in true } }
}

private let products: URL = {
  #if os(macOS)
    Bundle(for: Program.self).bundleURL.deletingLastPathComponent()
  #else
    Bundle.main.bundleURL
  #endif
}()

/// The lines that a program writes to a pipe.
package actor Lines {
  private let pipe: Pipe
  private var rest = ""

  package init(_ pipe: Pipe) {
    self.pipe = pipe
    try? pipe.fileHandleForWriting.close()
  }

  /// Waits for the next line, or returns `nil` if the program has closed the pipe.
  package func next() async -> String? {
    while true {
      if let end = rest.firstIndex(of: "\n") {
        let line = String(rest[..<end])
        rest = String(rest[rest.index(after: end)...])
        return line
      }
      let file = pipe.fileHandleForReading
      let data = await withCheckedContinuation { done in
        // The threads of the global queues are few, and this one waits.
        Thread.detachNewThread { done.resume(returning: file.availableData) }
      }
      if data.isEmpty { return nil }
      rest += String(decoding: data, as: UTF8.self)
    }
  }
}
