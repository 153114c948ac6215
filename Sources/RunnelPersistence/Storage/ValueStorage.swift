// SPDX-License-Identifier: MIT

public import Foundation

/// A place that stores the bytes of one value.
///
/// ``FileStorage`` is a file, ``MemoryStorage`` is for tests. Calls come from one thread at a time,
/// off the store's queue. Conform to `CustomStringConvertible` to name the place in errors.
public protocol ValueStorage: Sendable {
  /// Returns the stored bytes, or `nil` if nothing has been stored.
  func read() throws -> Data?

  /// Replaces the stored bytes. If it fails, the earlier bytes should stay.
  func write(_ data: Data) throws
}

extension ValueStorage where Self == FileStorage {
  /// Returns the storage of a file.
  public static func file(_ url: URL) -> FileStorage {
    FileStorage(url)
  }
}
