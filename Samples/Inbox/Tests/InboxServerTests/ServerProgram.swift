// SPDX-License-Identifier: MIT

import Foundation
import InboxTesting
import Synchronization

@testable import InboxServer

/// The program `inbox-server`, as a shell runs it.
struct ServerProgram {
  private let program: Program
  private let lines: Lines
  private let errors = Pipe()

  /// Starts the program.
  init(_ arguments: String...) throws {
    try self.init(arguments)
  }

  /// Starts the program.
  init(_ arguments: [String]) throws {
    let output = Pipe()
    program = try Program(
      arguments, of: "inbox-server", output: output.fileHandleForWriting,
      errors: errors.fileHandleForWriting)
    lines = Lines(output)
    try errors.fileHandleForWriting.close()
  }

  /// Waits for the first line of output, and returns the port in it.
  func port() async -> Int? {
    let prefix = "listening on http://127.0.0.1:"
    guard let line = await lines.next(), line.hasPrefix(prefix) else { return nil }
    return Int(line.dropFirst(prefix.count))
  }

  /// Sends a signal, and waits until the program has ended.
  func end(with signal: Int32) async -> Int32? {
    program.signal(signal)
    return await program.status()
  }

  /// Waits until the program has ended, and returns its status.
  func status() async -> Int32? { await program.status() }

  /// Returns all that the program has written to standard error.
  ///
  /// It must have ended.
  func errorText() -> String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}

/// A gate that tasks wait at while it is closed.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    for task in waiting { task.resume() }
  }

  func close() {
    state.withLock { $0.isOpen = false }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// A clock that shows given times, one after the other.
final class Times: Sendable {
  private let times: Mutex<[Int64]>

  init(_ times: [Int64]) {
    self.times = Mutex(times)
  }

  func next() -> Int64 {
    times.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
  }
}
