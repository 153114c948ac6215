// SPDX-License-Identifier: MIT

/// The values of a dictionary, found by their keys.
final class DictionaryValues<Key: Hashable, Value>: ElementCollection, Sendable {
  typealias Whole = [Key: Value]

  var path: AnyKeyPath? { nil }

  func read(
    _ key: Key, near: Locked<Int>?, in whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void
  ) {
    guard let value = whole.assumingMemoryBound(to: Whole.self).pointee[key] else { return }
    withUnsafePointer(to: value) { body($0) }
  }

  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [Key] {
    // Hash order never shows.
    let keys = whole.assumingMemoryBound(to: Whole.self).pointee.keys
    return Array(keys.sorted { "\($0)" < "\($1)" }.prefix(limit))
  }

  func makeTable() -> any ElementTable {
    DictionaryElementTable<Key, Value>()
  }

  func ownID(of value: UnsafeRawPointer, _ key: UnsafeRawPointer) -> Key {
    key.assumingMemoryBound(to: Key.self).pointee
  }

  func find(
    _ key: UnsafeRawPointer, in whole: UnsafeRawPointer, _: AnyObject,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    read(key.assumingMemoryBound(to: Key.self).pointee, near: nil, in: whole, body)
  }

  func makeModify(_: AnyObject) -> ElementModify {
    let last = LastKey<Key>()
    let part = MutationTarget.Part.value(
      ObjectIdentifier(Key.self), Unmanaged.passUnretained(last).toOpaque())
    let buffer = MutationBuffer()
    return { whole, id, body in
      let values = whole.assumingMemoryBound(to: Whole.self)
      let key = id?.assumingMemoryBound(to: Key.self)
      let first = key.map { values.pointee.index(forKey: $0.pointee) } ?? values.pointee.startIndex
      guard var index = first else { return .nothing }
      var result = Touch.nothing
      // `indices` would retain the dictionary, and the first change would copy it.
      while index != values.pointee.endIndex {
        let found = values.pointee.keys[index]
        let touch = withUnsafeMutablePointer(to: &values.pointee.values[index]) { value in
          withUnsafePointer(to: found) { body($0, value) }
        }
        if case .nothing = touch {} else { last.key = found }
        result.combine(with: buffer.report(part, in: MemoryLayout<Whole>.size, touch))
        if key != nil { break }
        values.pointee.formIndex(after: &index)
      }
      return result
    }
  }
}

/// The key of the value that a reducer changed last.
///
/// A reported part refers to it, and is valid until the reducer runs again.
final class LastKey<Key> {
  var key: Key?
}

/// The attached elements of a dictionary.
final class DictionaryElementTable<Key: Hashable, Value>: AttachedElements<Key>,
  ElementTable
{
  func locate(_ slice: Slice, in collection: UnsafeRawPointer) {}

  func visit(
    _ collection: UnsafeRawPointer, target: MutationTarget.Part?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    let values = collection.assumingMemoryBound(to: [Key: Value].self)
    func visit(_ index: Int) {
      comparisons += 1
      guard let value = values.pointee[ids[index]] else { return missing(slices[index]) }
      withUnsafePointer(to: value) { changed(slices[index], $0) }
    }
    guard case .value(let type, let place) = target, type == ObjectIdentifier(Key.self)
    else { return slices.indices.forEach(visit) }
    let last = Unmanaged<LastKey<Key>>.fromOpaque(place).takeUnretainedValue()
    if let index = last.key.flatMap({ indices[$0] }) { visit(index) }
  }
}
