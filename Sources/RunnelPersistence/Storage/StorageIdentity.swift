// SPDX-License-Identifier: MIT

/// What tells one storage from another, whoever describes it.
///
/// Saves of storages with equal identities happen one after the other, in order.
///
/// `@unchecked`: the value is `Sendable`, and `AnyHashable` doesn't change it.
public struct StorageIdentity: Hashable, @unchecked Sendable {
  private let value: AnyHashable

  /// Creates the identity of an object that the storage retains, such as the handle of a database.
  public init(_ object: AnyObject) {
    value = AnyHashable(ObjectIdentifier(object))
  }

  /// Creates an identity from a value, such as a canonical path, or a handle with a table's name.
  public init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
  }

  /// Combines what a storage consists of: objects by their identity, values by their contents.
  ///
  /// It is `nil` if a part can be told from others by neither, such as a closure.
  init?(partsOf storage: Any) {
    guard let value = StorageIdentity.part(storage) else { return nil }
    self.value = value
  }

  private static func part(_ value: Any) -> AnyHashable? {
    if type(of: value) is AnyObject.Type {
      return AnyHashable(ObjectIdentifier(value as AnyObject))
    }
    if let value = value as? any Hashable { return AnyHashable(value) }
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
