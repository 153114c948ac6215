// SPDX-License-Identifier: MIT

public import Foundation
public import Runnel

/// A recording that has been read and validated.
///
/// ```swift
/// let session = try Session(contentsOf: url, actions: appReducer.actionTypes)
/// print(session.report)
/// ```
///
/// Nothing of a session runs when it is read. Each record is graded: see ``report``.
public struct Session: Sendable {
  /// The app and the recorded store.
  public let info: SessionInfo
  /// The actions, in the order of reduction.
  public let actions: [RecordedAction]
  /// The effects, in the order in which they began.
  public let effects: [RecordedEffect]
  /// The deliveries, if the recording has them.
  public let deliveries: [RecordedDelivery]
  /// The records that can't be replayed, with the reasons.
  public let report: SessionReport
  let snapshots: [RecordedSnapshot]
  let file: SessionFile
  /// The positions of the effects, by their numbers.
  let effectIndices: [Int: Int]
  /// The lines that aren't damaged, the header first.
  let intactLines: [Range<Int>]

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - url: The file, which can be one that is still being written.
  ///   - actions: The types of actions that can be replayed, such as `appReducer.actionTypes`.
  ///     Actions of other types can be read only.
  ///   - limits: The sizes up to which the file is read.
  /// - Throws: ``SessionError`` if the file can't be read or isn't a recording, or if the format is
  ///   newer than this library. Damage behind the header is in the ``report``.
  public init(
    contentsOf url: URL, actions: [any Action.Type] = [], limits: SessionLimits = SessionLimits()
  ) throws {
    try self.init(SessionFile(contentsOf: url, limits), actions)
  }

  /// Reads a recording that is in memory.
  ///
  /// The parameters are those of ``init(contentsOf:actions:limits:)``.
  public init(
    data: Data, actions: [any Action.Type] = [], limits: SessionLimits = SessionLimits()
  ) throws {
    try self.init(SessionFile(data, limits), actions)
  }

  private init(_ file: SessionFile, _ types: [any Action.Type]) throws {
    var reader = SessionReader(types)
    try reader.read(file)
    guard let info = reader.info else { throw SessionError(line: 1, "it isn't a header") }
    self.info = info
    actions = reader.actions
    effects = reader.effects
    deliveries = reader.deliveries
    report = reader.report
    snapshots = reader.snapshots
    effectIndices = reader.effectIndices
    intactLines = reader.intactLines
    self.file = file
  }

  /// Returns the position of the first action with a number in ``actions``, or `nil`.
  ///
  /// O(log(number of actions)).
  public func index(of number: Int) -> Int? {
    var (low, high) = (0, actions.count)
    while low < high {
      let middle = (low + high) / 2
      if actions[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < actions.count && actions[low].number == number ? low : nil
  }

  func stateData(_ snapshot: RecordedSnapshot) -> Data { Data(file.bytes[snapshot.range]) }

  func stateValue(_ snapshot: RecordedSnapshot) -> JSONValue? {
    try? file.bytes.withUnsafeBufferPointer { try JSONParser.value(in: $0, snapshot.range) }
  }
}
