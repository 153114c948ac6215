// SPDX-License-Identifier: MIT

/// The values of a dictionary, found by their keys.
///
/// `@unchecked`: as `ElementCollection` states.
final class DictionaryValues<Key: Hashable, Value>: TypedElements<Key>, @unchecked Sendable {
  init() { super.init([Key: Value].self, of: Value.self) }

  override func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [AnyHashable] {
    // Hash order never shows.
    Self.sorted(whole.assumingMemoryBound(to: [Key: Value].self).pointee).prefix(limit)
      .map { AnyHashable($0) }
  }

  override func find(
    _ key: UnsafeRawPointer, in whole: UnsafeRawPointer, _: AnyObject?,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let key = key.assumingMemoryBound(to: Key.self)
    guard let value = whole.assumingMemoryBound(to: [Key: Value].self).pointee[key.pointee]
    else { return }
    withUnsafePointer(to: value) { body($0) }
  }

  override func makeModify(_: AnyObject?) -> ElementModify {
    // The keys in order, which are sorted again only if others have come.
    var known: [Key] = []
    return { whole, id, output, body in
      let values = whole.assumingMemoryBound(to: [Key: Value].self)
      let start = output.pointee.changes.mark
      func change(_ key: UnsafePointer<Key>) -> Bool {
        guard let index = values.pointee.index(forKey: key.pointee) else { return false }
        return withUnsafeMutablePointer(to: &values.pointee.values[index]) { body(key, $0) }
      }
      if let id {
        guard change(id.assumingMemoryBound(to: Key.self)) else { return false }
        output.pointee.changes.enclose(
          from: start, in: .value(ObjectIdentifier(Key.self), id),
          size: MemoryLayout<[Key: Value]>.size)
        return true
      }
      if known.count != values.pointee.count
        || !known.allSatisfy({ values.pointee.index(forKey: $0) != nil })
      {
        known = Self.sorted(values.pointee)
      }
      var isChanged = false
      for key in known where withUnsafePointer(to: key, change) {
        isChanged = true
        output.pointee.changes.removeAll(from: start)
      }
      return isChanged
    }
  }

  /// Returns the keys in their own order, or in that of their descriptions, never in hash order.
  private static func sorted(_ values: [Key: Value]) -> [Key] {
    func sort<Ordered: Comparable>(_: Ordered.Type) -> [Key] {
      values.keys.compactMap { $0 as? Ordered }.sorted().compactMap { $0 as? Key }
    }
    if let type = Key.self as? any Comparable.Type { return sort(type) }
    return values.keys.map { (key: $0, text: "\($0)") }.sorted { $0.text < $1.text }.map(\.key)
  }
}
