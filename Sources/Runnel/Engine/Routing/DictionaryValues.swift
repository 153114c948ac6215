// SPDX-License-Identifier: MIT

/// The values of a dictionary, found by their keys.
final class DictionaryValues<Key: Hashable, Value>: ElementCollection, Sendable {
  typealias Whole = [Key: Value]
  typealias Element = Value

  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [Key] {
    // Hash order never shows.
    Array(KeyOrder.sorted(whole.assumingMemoryBound(to: Whole.self).pointee.keys).prefix(limit))
  }

  func ownID(of value: UnsafeRawPointer, _ key: UnsafeRawPointer) -> Key {
    key.assumingMemoryBound(to: Key.self).pointee
  }

  func find(
    _ key: UnsafeRawPointer, in whole: UnsafeRawPointer, _: AnyObject?,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let key = key.assumingMemoryBound(to: Key.self)
    guard let value = whole.assumingMemoryBound(to: Whole.self).pointee[key.pointee]
    else { return }
    withUnsafePointer(to: value) { body($0) }
  }

  func makeModify(_: AnyObject?) -> ElementModify {
    let order = KeyOrder<Key>()
    return { whole, id, output, body in
      let values = whole.assumingMemoryBound(to: Whole.self)
      let start = output.pointee.changes.mark
      func change(_ key: UnsafePointer<Key>) -> Bool {
        guard let index = values.pointee.index(forKey: key.pointee) else { return false }
        return withUnsafeMutablePointer(to: &values.pointee.values[index]) { body(key, $0) }
      }
      if let id {
        guard change(id.assumingMemoryBound(to: Key.self)) else { return false }
        // The address of the action retains the key.
        output.pointee.changes.enclose(
          from: start, in: .value(ObjectIdentifier(Key.self), id), size: MemoryLayout<Whole>.size)
        return true
      }
      var isChanged = false
      for key in order.keys(of: values) where withUnsafePointer(to: key, change) {
        isChanged = true
        output.pointee.changes.removeAll(from: start)
      }
      return isChanged
    }
  }
}

/// The keys of a dictionary in an order that doesn't depend on their hash values.
private final class KeyOrder<Key: Hashable> {
  private var known: [Key] = []

  /// Returns the keys of a dictionary.
  ///
  /// O(number of values) if they have the same keys as the last time.
  func keys<Value>(of values: UnsafePointer<[Key: Value]>) -> [Key] {
    let isKnown =
      known.count == values.pointee.count
      && known.allSatisfy { values.pointee.index(forKey: $0) != nil }
    if !isKnown { known = Self.sorted(values.pointee.keys) }
    return known
  }

  /// Returns keys in their own order, or in that of their descriptions.
  static func sorted(_ keys: some Collection<Key>) -> [Key] {
    func sort<Ordered: Comparable>(_: Ordered.Type) -> [Key] {
      keys.compactMap { $0 as? Ordered }.sorted().compactMap { $0 as? Key }
    }
    if let type = Key.self as? any Comparable.Type { return sort(type) }
    return keys.map { (key: $0, text: "\($0)") }.sorted { $0.text < $1.text }.map(\.key)
  }
}
