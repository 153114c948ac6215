// SPDX-License-Identifier: MIT

/// What a body of a reducer knows about where it is, once it runs in a store.
struct ReducerSite {
  let base: PathBase
  /// Where elements are, for all reducers of a store.
  let positions: ElementPositions

  init() {
    (base, positions) = (PathBase(root: Any.self), ElementPositions())
  }

  private init(_ base: PathBase, _ positions: ElementPositions) {
    (self.base, self.positions) = (base, positions)
  }

  /// Returns the site of a value of a type behind some steps.
  func appending(_ steps: some Collection<Step>, of type: Any.Type) -> ReducerSite {
    ReducerSite(PathBase(base.steps + steps, of: type), positions)
  }

  var inside: ReducerSite { ReducerSite(PathBase(root: Any.self), positions) }
}

/// Where elements were found last, by the place of their collection, for one thread at a time.
final class ElementPositions {
  private var caches: [(place: Place, cache: AnyObject?)] = []
  private var last: (place: Place, cache: AnyObject?)?

  func cache(of place: Place) -> AnyObject? {
    if let last, last.place === place { return last.cache }
    let known = caches.first { $0.place == place }
    let cache = known == nil ? place.collection.makeCache() : known?.cache
    if known == nil { caches.append((place, cache)) }
    last = (place, cache)
    return cache
  }

  /// Whether all elements on the way of an address from the root state or an element exist.
  func contains(_ address: Address, in base: UnsafeRawPointer) -> Bool {
    guard let place = address.place else {
      // An instance isn't a part of the state.
      return address.inner.map { contains($0, in: base) } ?? true
    }
    guard place.isResolvable else { return true }
    guard let key = address.key else { return false }
    var isPresent = false
    place.read(base) { whole in
      place.collection.find(key.pointer, in: whole, cache(of: place)) { element in
        isPresent = address.inner.map { contains($0, in: element) } ?? true
      }
    }
    return isPresent
  }

  /// Why an action is dropped whose address doesn't exist.
  func reason(
    of address: Address, in base: UnsafeRawPointer, _ path: String
  ) -> ActionReport.Reason {
    guard let place = address.place else {
      return address.inner.map { reason(of: $0, in: base, path) } ?? .noReducer
    }
    let path = path + place.text
    var result = ActionReport.Reason.absentState(path: path)
    place.read(base) { whole in
      // A few are enough to see the mistake.
      result = .noElement(
        id: "\(address.id)", path: path,
        present: place.collection.ids(in: whole, upTo: 10).map { "\($0)" })
      guard let key = address.key, let inner = address.inner else { return }
      place.collection.find(key.pointer, in: whole, cache(of: place)) { element in
        result = reason(of: inner, in: element, "\(path)[\(address.id)]")
      }
    }
    return result
  }
}
