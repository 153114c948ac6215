// SPDX-License-Identifier: MIT

/// An element of a collection, found by its ID.
struct CollectionElement {
  let id: AnyHashable
  let position: CachedPosition
  /// Calls its second argument with the element, if the collection contains it.
  let find: Optic.Read
}
