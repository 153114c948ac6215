// SPDX-License-Identifier: MIT

/// Runs reducers on the element of a collection that an action is for, or on all elements.
///
/// One for each `forEach` of each store.
private final class ElementReducer<Elements: ElementCollection> {
  private let table: ReducerTable
  private let collection: Elements
  private let modify: ElementModify<Elements.ID>
  /// The only element that the reducers were added to.
  private let only: Elements.ID?
  /// The place of the collection, if actions are addressed to its elements.
  private let place: Place?
  /// The last element that returned effects, with its address.
  ///
  /// `@exclusivity(unchecked)`: only the code that runs the table of the reducer accesses it.
  @exclusivity(unchecked)
  private var lastAddress: (id: Elements.ID, address: Address)?
  private let buffer = MutationBuffer()

  init(
    _ reducers: [CompiledReducer], of collection: Elements, only: Elements.ID?, at site: ReducerSite
  ) {
    let place = collection.isIdentity ? nil : Place(site.base.steps, to: collection)
    table = ReducerTable(reducers, at: place == nil ? site : site.inside)
    self.collection = collection
    modify = collection.makeModify(place.flatMap(site.positions.cache))
    self.only = only
    self.place = only == nil ? place : nil
  }

  func reduce(
    _ whole: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Touch {
    guard let place, let address = output.pointee.address else {
      return reduce(only, of: whole, action, output)
    }
    // What is one of many runs for its own address alone.
    let step = address._withUnsafeGuaranteedRef {
      $0.place == place ? (collection.id($0), $0.inner) : nil
    }
    guard let (id, inner) = step, let id else { return .nothing }
    // The address retains its inner part.
    output.pointee.address = inner.map(Unmanaged.passUnretained)
    defer { output.pointee.address = address }
    return reduce(id, of: whole, action, output)
  }

  @inline(__always)
  private func reduce(
    _ id: Elements.ID?, of whole: UnsafeMutableRawPointer, _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) -> Touch {
    modify(whole, id) { id, element, present in
      let before = output.pointee.effects.count
      let touch = ReducerOutput.reduce(
        id, of: whole, at: element, action, with: table, reportingTo: buffer, output)
      if output.pointee.effects.count != before {
        // Those of an element that has changed its own ID belong to the new one.
        let owner = only ?? present()
        output.pointee.addStep(.element(collection, AnyHashable(owner)), toEffectsFrom: before)
        if let place {
          output.pointee.assign(effectsFrom: before, to: address(owner, in: place))
        }
      }
      return touch
    }
  }

  /// Returns the address of an element, which is allocated once for a run of its actions.
  private func address(_ id: Elements.ID, in place: Place) -> Address {
    if let lastAddress, lastAddress.id == id { return lastAddress.address }
    let address = collection.address(id, in: place)
    lastAddress = (id, address)
    return address
  }
}

extension [CompiledReducer] {
  /// Returns a reducer of a collection that runs these for the element of an action, or for all.
  ///
  /// With `only`, they run for the element that has this ID, whatever the action is.
  func forEach<Elements: ElementCollection>(
    of collection: Elements, only: Elements.ID? = nil
  ) -> CompiledReducer {
    // `nonisolated(unsafe)`: an ID is a part of a state, or of an address, which are `Sendable`.
    nonisolated(unsafe) let only = only
    return CompiledReducer(
      of: Elements.Whole.self, for: filter, parts: map { $0.placed(at: .elements(collection)) }
    ) { site in
      ElementReducer(self, of: collection, only: only, at: site).reduce
    }
  }
}
