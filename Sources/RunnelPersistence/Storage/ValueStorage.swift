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
  /// in order. By default, it is the identity of an object, and for a structure or enumeration, it
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
  public static func file(_ url: URL) -> FileStorage { FileStorage(url) }
}

/// What tells one storage from another, whoever describes it.
///
/// Saves of storages with equal identities happen one after the other, in order. Texts are equal if
/// their bytes are: to a file system or a database, one letter can have several names.
///
/// `@unchecked`: the value is `Sendable`, and `AnyHashable` doesn't change it.
public struct StorageIdentity: Hashable, @unchecked Sendable {
  private let value: AnyHashable

  /// Creates the identity of an object that the storage retains, such as the handle of a database.
  public init(_ object: AnyObject) { value = AnyHashable(ObjectIdentifier(object)) }

  /// Creates an identity from a value, such as a canonical path, or a handle with a table's name.
  public init(_ value: some Hashable & Sendable) {
    self.value = StorageIdentity.hashable(value)
  }

  /// Combines what a storage consists of: objects by their identity, values by their contents, or
  /// `nil` if it has a part with neither, such as a closure.
  init?(partsOf storage: Any) {
    guard let value = StorageIdentity.part(storage) else { return nil }
    self.value = value
  }

  private static func hashable(_ value: some Hashable) -> AnyHashable {
    if let text = value as? any StringProtocol { return AnyHashable(Array(text.utf8)) }
    return AnyHashable(value)
  }

  private static func part(_ value: Any) -> AnyHashable? {
    if type(of: value) is AnyObject.Type {
      return AnyHashable(ObjectIdentifier(value as AnyObject))
    }
    if let value = value as? any Hashable { return hashable(value) }
    let mirror = Mirror(reflecting: value)
    // A closure has neither a style nor parts.
    guard let style = mirror.displayStyle else { return nil }
    var parts: [AnyHashable] = [AnyHashable(ObjectIdentifier(type(of: value)))]
    if style == .enum, mirror.children.isEmpty { parts.append("\(value)") }
    for child in mirror.children {
      let storage = child.value as? any ValueStorage
      guard let part = storage.map({ $0.identity.map(AnyHashable.init) }) ?? part(child.value)
      else { return nil }
      parts += [AnyHashable(child.label), part]
    }
    return AnyHashable(parts)
  }
}
