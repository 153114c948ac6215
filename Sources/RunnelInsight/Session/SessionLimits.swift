// SPDX-License-Identifier: MIT

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
