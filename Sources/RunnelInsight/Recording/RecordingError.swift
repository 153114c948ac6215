// SPDX-License-Identifier: MIT

/// A reason why a recording can't be written.
public struct RecordingError: Error, Sendable, CustomStringConvertible {
  /// The reason, with the path of the file.
  public let description: String
}
