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
  /// The positions of the actions with a parent, by their parents and then by their numbers.
  let children: [Int]
  let file: SessionFile
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
  /// - Throws: ``SessionError`` if the file can't be read or isn't a recording, or if its format is
  ///   newer than this library. Damage behind the header is in the ``report``.
  public init(
    contentsOf url: URL, actions: [any Action.Type] = [], limits: SessionLimits = SessionLimits()
  ) throws {
    try self.init(SessionFile(contentsOf: url, limits), actions)
  }

  /// Reads a recording that is in memory, as ``init(contentsOf:actions:limits:)`` does.
  public init(
    data: Data, actions: [any Action.Type] = [], limits: SessionLimits = SessionLimits()
  ) throws {
    try self.init(SessionFile(data, limits), actions)
  }

  private init(_ file: SessionFile, _ types: [any Action.Type]) throws {
    var reader = SessionReader(types)
    info = try reader.read(file)
    actions = reader.actions
    effects = reader.effects
    deliveries = reader.deliveries
    report = reader.report
    snapshots = reader.snapshots
    let parents = reader.actions.map { $0.parent ?? 0 }
    children = parents.indices.filter { parents[$0] > 0 }
      .sorted { (parents[$0], $0) < (parents[$1], $1) }
    effectIndices = reader.effectIndices
    intactLines = reader.intactLines
    self.file = file
  }

  /// Returns the position of the first action with a number, or `nil`: O(log(number of actions)).
  public func index(of number: Int) -> Int? {
    let index = actions.firstIndex(inOrder: { $0.number >= number })
    return index < actions.count && actions[index].number == number ? index : nil
  }

  /// Returns the recording without damaged lines, and without an incomplete last one.
  ///
  /// For a program that reads the lines itself, such as a web page. O(size of the recording).
  public func jsonLines() -> Data {
    intactLines.reduce(into: Data()) { lines, line in
      lines += file.bytes[line]
      lines.append(0x0A)
    }
  }

  func stateValue(_ snapshot: RecordedSnapshot) -> JSONValue? {
    try? file.bytes.withUnsafeBufferPointer { try JSONParser.value(in: $0, snapshot.range) }
  }
}

extension Array {
  /// Returns the first position from which on a condition holds, in O(log(count)).
  func firstIndex(inOrder condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The header of a session: the app and the recorded store.
public struct SessionInfo: Sendable {
  /// The name of the app.
  public let app: String?
  /// The version of the app.
  public let version: String?
  /// The type of the state, with its module.
  public let stateName: String
  /// The date and time of the start.
  public let start: Date
  /// The number of the last action before the recording.
  public let firstNumber: Int
  /// The states that were recorded.
  public let states: RecordedStates
  /// The types of actions that an inspector may dispatch in the app, with their modules.
  public let acceptedTypes: [String]
}

/// The sizes up to which a session is read, so that a hostile file takes no more memory.
public struct SessionLimits: Sendable {
  /// The largest number of bytes of a line.
  public var lineSize: Int
  /// The largest number of bytes of a file.
  public var fileSize: Int

  /// Creates limits, by default 64 MB for a line and 2 GB for a file.
  public init(lineSize: Int = 64 << 20, fileSize: Int = 2 << 30) {
    self.lineSize = lineSize
    self.fileSize = fileSize
  }
}
