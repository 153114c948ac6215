// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// A log of a store's events with its reader, on a queue of its own.
///
/// It doesn't retain the store.
///
/// `@unchecked`: only the queue uses the reader.
final class Recorder<Reader: EventReader>: @unchecked Sendable {
  private let log: EventLog
  private let queue = DeepQueue()
  private var reader: Reader

  init(_ log: EventLog, _ reader: Reader) {
    self.log = log
    self.reader = reader
  }

  func probe(deliveries: Bool) -> Probe {
    log.probe(deliveries: deliveries) { [self] in withReader { _ in } }
  }

  func begin(_ root: UnsafeRawPointer, processed: UInt64) {
    log.begin(root, processed: processed)
    withReader { _ in }
  }

  /// Records the state after the last action, unless the store is gone, and then calls `body`.
  func takeState(_ root: UnsafeRawPointer?, _ body: @escaping @Sendable (inout Reader) -> Void) {
    if let root { log.takeState(root) }
    withReader(body)
  }

  /// Calls `body` with the reader, which has read everything that has been logged.
  private func withReader(_ body: @escaping @Sendable (inout Reader) -> Void) {
    queue.async { [self] in
      readAll()
      body(&reader)
    }
  }

  private func readAll() {
    reader.readAll(of: log)
    if log.isScheduled { queue.afterPause { [self] in readAll() } }
  }
}

protocol EventReader: SendableMetatype {
  mutating func readAll(of log: EventLog)
}

struct LineWriter<State: Sendable, Output: LineOutput>: EventReader {
  private var output: Output
  private var encoder: LineEncoder<State>
  /// The first error, after which nothing is written.
  private(set) var error: RecordingError?

  init(_ output: Output, _ encoder: LineEncoder<State>) {
    self.output = output
    self.encoder = encoder
  }

  mutating func readAll(of log: EventLog) {
    let isRestart =
      attempt { writer throws(RecordingError) in try writer.output.hasLostLines() } ?? false
    if isRestart { encoder.restart() }
    log.takeAll { write($0) }
    writeLines()
    if log.hasOverflowed {
      fail(RecordingError(description: "the inspector is too slow for what the store does"))
    }
    log.setInterval(isRestart ? 0 : encoder.snapshotInterval)
  }

  mutating func write(_ event: LoggedEvent) {
    encoder.encode(event)
    // A burst takes no memory for all of its text.
    if encoder.bytes.count >= 1 << 18 { writeLines() }
  }

  mutating func end() {
    writeLines()
    attempt { writer throws(RecordingError) in try writer.output.end() }
  }

  private mutating func writeLines() {
    if encoder.bytes.isEmpty { return }
    attempt { writer throws(RecordingError) in try writer.output.write(writer.encoder.bytes) }
    encoder.clear()
  }

  /// Does something with the output, unless there has been an error.
  @discardableResult
  private mutating func attempt<Result>(
    _ action: (inout LineWriter) throws(RecordingError) -> Result
  ) -> Result? {
    guard error == nil else { return nil }
    do throws(RecordingError) { return try action(&self) } catch {
      fail(error)
      return nil
    }
  }

  private mutating func fail(_ error: RecordingError) {
    self.error = self.error ?? error
    try? output.end()
  }
}

struct RecordingHeader: Sendable {
  /// The version of the format that this library writes, and the newest that it reads.
  static let version = 2
  /// Not an `ISO8601DateFormatter`: a fraction of 80 digits ends a process that parses it.
  static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  let state: String
  let states: RecordedStates
  let deliveries: Bool
  /// The names of the types of actions that an inspector may dispatch.
  let acceptedTypes: [String]

  func write(to bytes: inout [UInt8], firstAction: UInt64, date: Date) {
    let bundle = Bundle.main.infoDictionary
    let app = bundle?["CFBundleName"] as? String ?? ProcessInfo.processInfo.processName
    let version = bundle?["CFBundleShortVersionString"] as? String
    let header: JSONValue = [
      "runnel": .integer(RecordingHeader.version), "app": .string(app),
      "version": version.map(JSONValue.string), "state": .string(state),
      "start": .string(RecordingHeader.dates.format(date)), "n": .number("\(firstAction)"),
      "states": .string(states.rawValue), "deliveries": .bool(deliveries),
      "accepts": acceptedTypes.isEmpty ? nil : .array(acceptedTypes.map(JSONValue.string)),
    ]
    header.write(to: &bytes)
    bytes.append(0x0A)
  }
}

final class StateBox<State: Sendable>: Sendable {
  let state: State

  init(_ state: State) { self.state = state }
}
