// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// The program `inbox-server`, as a shell runs it.
final class ServerProgram: Sendable {
  private static let products: URL = {
    #if os(macOS)
      Bundle(for: ServerProgram.self).bundleURL.deletingLastPathComponent()
    #else
      Bundle.main.bundleURL
    #endif
  }()

  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let ended: AsyncStream<Int32>

  /// Starts the program.
  convenience init(_ arguments: String...) throws {
    try self.init(arguments)
  }

  /// Starts the program.
  init(_ arguments: [String]) throws {
    let (ended, end) = AsyncStream.makeStream(of: Int32.self)
    self.ended = ended
    process.executableURL = Self.products.appendingPathComponent("inbox-server")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = {
      end.yield($0.terminationStatus)
      end.finish()
    }
    try process.run()
  }

  /// Waits for the first line of output, and returns the port in it.
  func port() async -> Int? {
    let line = await firstLine(of: output)
    let prefix = "listening on http://127.0.0.1:"
    guard line.hasPrefix(prefix) else { return nil }
    return Int(line.dropFirst(prefix.count))
  }

  /// Sends a signal, and waits until the program has ended.
  func end(with signal: Int32) async -> Int32? {
    kill(process.processIdentifier, signal)
    return await status()
  }

  /// Waits until the program has ended, and returns its status.
  func status() async -> Int32? {
    for await status in ended { return status }
    return nil
  }

  /// Returns all that the program has written to standard error.
  ///
  /// It must have ended.
  func errorText() -> String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  private func firstLine(of pipe: Pipe) async -> String {
    await withCheckedContinuation { continuation in
      // The threads of the global queues are few, and this one waits.
      Thread.detachNewThread {
        var data = Data()
        while !data.contains(UInt8(ascii: "\n")) {
          let part = pipe.fileHandleForReading.availableData
          if part.isEmpty { break }
          data += part
        }
        let text = String(decoding: data, as: UTF8.self)
        continuation.resume(returning: text.trimmingCharacters(in: .newlines))
      }
    }
  }
}
