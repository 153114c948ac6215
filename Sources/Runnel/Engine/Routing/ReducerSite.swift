// SPDX-License-Identifier: MIT

/// What a body of a reducer knows about where it is, once it runs in a store.
struct ReducerSite {
  let base: PathBase
  /// The positions of elements, which all reducers of a store share.
  let positions: ElementPositions

  /// The site of reducers of a root state.
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

  /// The same for what is inside an element.
  var inside: ReducerSite { ReducerSite(PathBase(root: Any.self), positions) }
}

/// Where elements were found last, by the place of their collection.
///
/// Used by the code that reduces, one thread at a time.
final class ElementPositions {
  private var caches: [Place: AnyObject] = [:]

  /// Returns the cache of a collection.
  func cache(of place: Place) -> AnyObject {
    if let known = caches[place] { return known }
    let made = place.collection.makeCache()
    caches[place] = made
    return made
  }

  /// Finds the first element on the way of an address that doesn't exist.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - base: The root state, or the element around.
  /// - Returns: The address from that element on, or `nil` if all exist.
  func missing(at address: Address, in base: UnsafeRawPointer) -> Address? {
    guard let place = address.place else {
      // An instance isn't a part of the state.
      return address.inner.flatMap { missing(at: $0, in: base) }
    }
    guard place.isResolvable else { return nil }
    var result: Address? = address
    guard let key = address.key else { return result }
    place.read(base) { whole in
      place.collection.find(key.pointer, in: whole, cache(of: place)) { element in
        result = address.inner.flatMap { missing(at: $0, in: element) }
      }
    }
    return result
  }

  /// Returns why an action is dropped of whose address a part is missing.
  func reason(
    _ missing: Address, of address: Address, in base: UnsafeRawPointer, _ path: String
  ) -> ActionReport.Reason {
    guard let place = address.place else {
      return address.inner.map { reason(missing, of: $0, in: base, path) } ?? .noReducer
    }
    let path = path + place.text
    var result = ActionReport.Reason.absentState(path: path)
    place.read(base) { whole in
      // A few are enough to see the mistake.
      result = .noElement(
        id: "\(address.id)", path: path, present: place.collection.idTexts(in: whole, upTo: 10))
      guard missing !== address, let key = address.key, let inner = address.inner else { return }
      place.collection.find(key.pointer, in: whole, cache(of: place)) { element in
        result = reason(missing, of: inner, in: element, "\(path)[\(address.id)]")
      }
    }
    return result
  }
}
