// SPDX-License-Identifier: MIT

import Foundation

/// A run of the program.
final class Program: Sendable {
  /// The result of a program that has ended.
  struct Run {
    let output: String
    let errors: String
    let status: Int32

    /// The output without the line break at its end.
    var line: String { output.hasSuffix("\n") ? String(output.dropLast()) : output }

    /// Decodes the output.
    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      try JSONDecoder().decode(type, from: Data(output.utf8))
    }
  }

  private let process = Process()
  private let ended: AsyncStream<Int32>

  /// Starts the program with these files.
  init(
    _ arguments: [String], input: FileHandle, output: FileHandle, errors: FileHandle,
    environment: [String: String] = [:]
  ) throws {
    let (stream, ending) = AsyncStream<Int32>.makeStream()
    ended = stream
    process.executableURL = products.appendingPathComponent("inbox")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { ending.yield($0.terminationStatus) }
    try process.run()
  }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits until the program ends, and returns its exit status.
  func status() async -> Int32? { await ended.first { _ in true } }
}

/// The folder of built products.
let products: URL = {
  #if os(macOS)
    Bundle(for: Program.self).bundleURL.deletingLastPathComponent()
  #else
    Bundle.main.bundleURL
  #endif
}()
