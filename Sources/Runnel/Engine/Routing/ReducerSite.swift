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

/// Runs reducers without a store, for ``Reducer/reduce(_:_:)``, replays and explorations.
///
/// It remembers the reducers of each action type, as a store does. For one thread at a time.
package final class ReducerRunner {
  private let table: ReducerTable
  private let output: ReducerOutput.Pointer

  package var runCount: Int { table.entered }

  package init(_ reducers: [CompiledReducer]) {
    table = ReducerTable(reducers)
    output = .allocate(capacity: 1)
    output.initialize(to: ReducerOutput())
  }

  deinit {
    output.deinitialize(count: 1)
    output.deallocate()
  }

  package func contains(_ address: Address, in state: UnsafeRawPointer) -> Bool {
    table.site.positions.contains(address, in: state)
  }

  /// Updates a state of the reducers' type, and returns effects, which have not been started, and
  /// the number of reducers that handled the action.
  @discardableResult
  package func reduce(
    _ state: UnsafeMutableRawPointer, _ action: any Action, to address: Address? = nil
  ) -> (effects: [ReturnedEffect], reducerCount: Int) {
    output.pointee.reducerCount = 0
    if let address, !contains(address, in: state) { return ([], 0) }
    output.pointee.address = address.map(Unmanaged.passUnretained)
    output.pointee.changes.removeAll()
    table.reduce(state, action, output)
    output.pointee.address = nil
    guard !output.pointee.effects.isEmpty else { return ([], output.pointee.reducerCount) }
    defer { output.pointee.effects.removeAll(keepingCapacity: true) }
    return (Array(output.pointee.effects), output.pointee.reducerCount)
  }
}
