// SPDX-License-Identifier: MIT

import Foundation

struct SessionFile: Sendable {
  private(set) var bytes: [UInt8] = []
  private var lineStart = 0
  private var lineNumber = 1

  init(contentsOf url: URL, _ limits: SessionLimits) throws {
    do {
      let handle = try FileHandle(forReadingFrom: url)
      defer { try? handle.close() }
      while let data = try handle.read(upToCount: 1 << 20), !data.isEmpty {
        try append(data, limits)
      }
    } catch let error as SessionError {
      throw error
    } catch {
      // The caller knows the path. The description can end with a period.
      let reason = error.localizedDescription
      throw SessionError(
        "the file can't be read: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)")
    }
  }

  init(_ data: Data, _ limits: SessionLimits) throws { try append(data, limits) }

  private mutating func append(_ data: Data, _ limits: SessionLimits) throws {
    var position = bytes.count
    guard position + data.count <= limits.fileSize
    else { throw SessionError("the file is larger than \(limits.fileSize) bytes") }
    bytes += data
    while true {
      let end = bytes[position...].firstIndex(of: 0x0A)
      guard (end ?? bytes.count) - lineStart <= limits.lineSize
      else { throw SessionError(line: lineNumber, "it is longer than \(limits.lineSize) bytes") }
      guard let end else { return }
      position = end + 1
      lineStart = position
      lineNumber += 1
    }
  }
}

/// A reason why a recording can't be read or replayed, with its line.
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the file, counted from one, or `nil` if the reason is in no line.
  public let line: Int?
  /// The reason, as a sentence without a period.
  public let reason: String

  init(line: Int? = nil, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The line and the reason, such as `line 12: its number 3 comes after 7`.
  public var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}
