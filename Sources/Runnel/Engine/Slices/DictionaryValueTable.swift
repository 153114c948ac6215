// SPDX-License-Identifier: MIT

/// The attached values of a dictionary.
///
/// `@unchecked`: used with the state locked only.
final class DictionaryValueTable<Key: Hashable & Sendable, Value>: ElementTable, @unchecked Sendable
{
  private var slices: [Key: Slice] = [:]
  private(set) var comparisons = 0

  var isEmpty: Bool { slices.isEmpty }

  func forEach(_ body: (Slice) -> Void) {
    slices.values.forEach(body)
  }

  func slice<Other: Hashable>(for id: Other) -> Slice? {
    (id as? Key).flatMap { slices[$0] }
  }

  func locate(_ slice: Slice, in collection: UnsafeRawPointer) {}

  func add(_ slice: Slice) {
    if let key = key(of: slice) { slices[key] = slice }
  }

  func remove(_ slice: Slice) {
    if let key = key(of: slice) { slices[key] = nil }
  }

  func removeAll() {
    slices = [:]
  }

  private func key(of slice: Slice) -> Key? {
    guard case .element(let element) = slice.source else { return nil }
    return element.id.base as? Key
  }

  func visit(
    _ collection: UnsafeRawPointer,
    target: MutationTarget.Part?,
    missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    let values = collection.assumingMemoryBound(to: [Key: Value].self)
    func visit(_ key: Key, _ slice: Slice) {
      comparisons += 1
      guard let value = values.pointee[key] else { return missing(slice) }
      withUnsafePointer(to: value) { changed(slice, $0) }
    }
    if case .value(let type, let place) = target, type == ObjectIdentifier(Key.self) {
      if let key = place.assumingMemoryBound(to: Key?.self).pointee, let slice = slices[key] {
        visit(key, slice)
      }
    } else {
      for (key, slice) in slices { visit(key, slice) }
    }
  }
}
