// SPDX-License-Identifier: MIT

public import Foundation

/// A place that stores the bytes of one value.
///
/// ``FileStorage`` is a file, ``MemoryStorage`` is for tests. Calls come from one thread at a time,
/// off the store's queue. Conform to `CustomStringConvertible` to name the place in errors.
public protocol ValueStorage: Sendable {
  /// What tells this storage from others.
  ///
  /// Two values that stand for the same place must have equal identities: their saves then happen
  /// in order. By default, it is the identity of an object. For a structure or enumeration, it
  /// consists of its parts: objects by their identity, `Hashable` values by their contents. If it
  /// has other parts, such as closures, implement this: otherwise each ``StoredValue`` stands for a
  /// place of its own.
  var identity: StorageIdentity? { get }

  /// Returns the stored bytes, or `nil` if nothing has been stored.
  ///
  /// It is called before each write, too.
  func read() throws -> Data?

  /// Replaces the stored bytes. If it fails, the earlier bytes should stay.
  func write(_ data: Data) throws

  /// Calls `body`, which reads and writes, while no other process can write.
  ///
  /// Such as in a transaction, which is undone if `body` throws. By default, it only calls `body`.
  /// A storage that wraps another one passes this on.
  func exclusively(_ body: () throws -> Void) throws
}

extension ValueStorage {
  /// The identity of an object, or of the parts of a structure or enumeration.
  public var identity: StorageIdentity? { StorageIdentity(partsOf: self) }

  /// Calls `body`.
  public func exclusively(_ body: () throws -> Void) throws { try body() }
}

extension ValueStorage where Self == FileStorage {
  /// Returns the storage of a file.
  public static func file(_ url: URL) -> FileStorage {
    FileStorage(url)
  }
}
