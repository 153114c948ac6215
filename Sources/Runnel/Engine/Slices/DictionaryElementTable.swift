// SPDX-License-Identifier: MIT

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
