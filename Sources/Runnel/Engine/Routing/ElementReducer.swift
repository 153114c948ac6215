// SPDX-License-Identifier: MIT

extension [CompiledReducer] {
  /// Returns a reducer of a collection that runs these for the element of an action, for all, or
  /// with `only` for the element that has this ID, whatever the action is.
  func forEach(of collection: ElementCollection, only: ElementKey? = nil) -> CompiledReducer {
    CompiledReducer(
      of: collection.wholeType, size: collection.wholeSize, for: filter,
      parts: map { $0.placed(at: Step(collection)) }
    ) { site in
      ElementReducer(self, of: collection, only: only, at: site).reduce
    }
  }
}

/// Runs reducers on elements of a collection, for one `forEach` of one store.
private final class ElementReducer {
  private let table: ReducerTable
  private let collection: ElementCollection
  private let modify: ElementModify
  private let only: ElementKey?
  /// The place of the collection, if actions are addressed to its elements.
  private let place: Place?

  init(
    _ reducers: [CompiledReducer], of collection: ElementCollection, only: ElementKey?,
    at site: ReducerSite
  ) {
    let place = Place(site.base.steps, to: collection)
    table = ReducerTable(
      reducers,
      at: collection.isIdentity ? site.appending([Step(collection)], of: Any.self) : site.inside)
    self.collection = collection
    modify = collection.makeModify(site.positions.cache(of: place))
    self.only = only
    self.place = only == nil && !collection.isIdentity ? place : nil
  }

  func reduce(
    _ whole: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Bool {
    guard let place, let address = output.pointee.address else {
      return reduce(only?.pointer, of: whole, action, output)
    }
    return address._withUnsafeGuaranteedRef { step in
      // What is one of many runs for its own address alone.
      guard step.place == place, let key = step.key else { return false }
      // The address retains its inner part.
      output.pointee.address = step.inner.map(Unmanaged.passUnretained)
      defer { output.pointee.address = address }
      return reduce(key.pointer, of: whole, action, output)
    }
  }

  @inline(__always)
  private func reduce(
    _ id: UnsafeRawPointer?, of whole: UnsafeMutableRawPointer, _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) -> Bool {
    modify(whole, id, output) { id, element in
      let before = output.pointee.effects.count
      let isHandled = table.reduce(element, action, output)
      if output.pointee.effects.count != before { place(effectsFrom: before, id, element, output) }
      return isHandled
    }
  }

  /// Assigns effects to the element, which takes them along if it changes its own ID.
  ///
  /// Those of a reducer that was added to a scope stay with the scope's ID, a part of its address.
  private func place(
    effectsFrom start: Int, _ id: UnsafeRawPointer, _ element: UnsafeRawPointer,
    _ output: ReducerOutput.Pointer
  ) {
    if collection.isIdentity {
      let id = only == nil ? collection.anyOwnID(of: element, id) : collection.anyID(at: id)
      output.pointee.assign(effectsFrom: start, to: id)
    } else if let place {
      let address = collection.ownAddress(of: element, id, in: place)
      output.pointee.assign(effectsFrom: start, to: address)
    }
  }
}
