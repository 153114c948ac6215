// SPDX-License-Identifier: MIT

/// The elements of arrays or dictionaries of one type: how to find them, and how to follow them.
///
/// `@unchecked`: the closures capture key paths and `Sendable` values.
final class CollectionOptic: @unchecked Sendable {
  /// The key path of the elements' IDs.
  ///
  /// `nil`: the values of a dictionary.
  let path: AnyKeyPath?
  let wholeSize: Int
  let elementType: Any.Type
  let makeTable: () -> any ElementTable
  let makeElement: (AnyHashable) -> (element: CollectionElement, optic: Optic)?

  private init(
    path: AnyKeyPath?,
    wholeSize: Int,
    elementType: Any.Type,
    makeTable: @escaping () -> any ElementTable,
    makeElement: @escaping (AnyHashable) -> (element: CollectionElement, optic: Optic)?
  ) {
    self.path = path
    self.wholeSize = wholeSize
    self.elementType = elementType
    self.makeTable = makeTable
    self.makeElement = makeElement
  }

  static func array<Element, ID: Hashable & Sendable>(
    by path: any KeyPath<Element, ID> & Sendable, at site: CallSite
  ) -> CollectionOptic {
    let ids = ElementIDs(at: path)
    return CollectionOptic(
      path: path, wholeSize: MemoryLayout<[Element]>.size, elementType: Element.self,
      makeTable: { ArrayElementTable(by: path, site: site) },
      makeElement: { anyID in
        guard let id = anyID.base as? ID else { return nil }
        let position = CachedPosition()
        let element = CollectionElement(id: anyID, position: position) { array, body in
          let array = array.assumingMemoryBound(to: [Element].self)
          array.pointee.withUnsafeBufferPointer { elements in
            let cached = position.index
            guard cached != CachedPosition.absent else { return }
            let isThere =
              elements.indices.contains(cached) && ids.id(at: cached, of: elements) == id
            let found =
              isThere ? cached : elements.indices.first { ids.id(at: $0, of: elements) == id }
            if let found, let base = elements.baseAddress { body(base + found) }
          }
        }
        return (element, .element(id, by: path, at: site))
      })
  }

  static func dictionary<Key: Hashable & Sendable, Value>(
    _: Key.Type, _: Value.Type
  ) -> CollectionOptic {
    CollectionOptic(
      path: nil, wholeSize: MemoryLayout<[Key: Value]>.size, elementType: Value.self,
      makeTable: { DictionaryValueTable<Key, Value>() },
      makeElement: { anyKey in
        guard let key = anyKey.base as? Key else { return nil }
        let optic = Optic.value(for: key, Value.self)
        let element = CollectionElement(id: anyKey, position: CachedPosition()) {
          optic.read($0, $1)
        }
        return (element, optic)
      })
  }
}
