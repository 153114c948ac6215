// SPDX-License-Identifier: MIT

/// Runs reducers on the element of a collection that an action is for, or on all elements.
///
/// One for each `forEach` of each store.
private final class ElementReducer<Elements: ElementCollection> {
  private typealias Reader = (any Action) -> Elements.ID?

  private let table: ReducerTable
  private let collection: Elements
  private let modify: ElementModify<Elements.ID>
  private let only: Elements.ID?
  /// Actions whose IDs belong to elements further inside.
  private let innerFilters: [ElementFilter]
  /// `@exclusivity(unchecked)`: only the code that runs the table of the reducer accesses it.
  @exclusivity(unchecked)
  private var readers: [ObjectIdentifier: Reader?] = [:]
  private let buffer = MutationBuffer()

  init(_ reducers: [CompiledReducer], of collection: Elements, only: Elements.ID?) {
    table = ReducerTable(reducers)
    self.collection = collection
    modify = collection.makeModify()
    self.only = only
    innerFilters = reducers.flatMap(\.elementFilters)
      .filter { $0.idType == ObjectIdentifier(Elements.ID.self) }
  }

  func reduce(
    _ whole: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Touch {
    modify(whole, only ?? id(of: action)) { id, element, present in
      let before = output.pointee.effects.count
      let touch = ReducerOutput.reduce(
        id, of: whole, at: element, action, with: table, reportingTo: buffer, output)
      if output.pointee.effects.count != before {
        let owner = AnyHashable(only ?? present())
        output.pointee.addStep(.element(collection, owner), toEffectsFrom: before)
      }
      return touch
    }
  }

  /// Returns the ID of the element that an action is for, or `nil` if it is for all elements.
  private func id(of action: any Action) -> Elements.ID? {
    let type = type(of: action)
    if let reader = readers[ObjectIdentifier(type)] { return reader?(action) }
    let isInner = innerFilters.contains { $0.actions.includes(type) }
    let elementType = isInner ? nil : type as? any ElementAction.Type
    let reader = elementType.flatMap { Self.reader(for: $0) }
    readers.updateValue(reader, forKey: ObjectIdentifier(type))
    return reader?(action)
  }

  private static func reader<ActionType: ElementAction>(for: ActionType.Type) -> Reader? {
    guard ActionType.ElementID.self == Elements.ID.self else { return nil }
    return { action in
      // The two ID types are the same.
      downcast(action, to: ActionType.self)
        .map { unsafeBitCast($0.elementID, to: Elements.ID.self) }
    }
  }
}

extension [CompiledReducer] {
  /// Returns a reducer of a collection that runs these for the element of an action, or for all.
  ///
  /// With `only`, they run for the element that has this ID, whatever the action is.
  func forEach<Elements: ElementCollection>(
    of collection: Elements, only: Elements.ID? = nil
  ) -> CompiledReducer {
    let filter = ElementFilter(actions: filter, idType: ObjectIdentifier(Elements.ID.self))
    return CompiledReducer(
      of: Elements.Whole.self, for: filter.actions,
      elementFilters: flatMap(\.elementFilters) + (only == nil ? [filter] : []),
      parts: map { $0.placed(at: .elements(collection)) }
    ) {
      ElementReducer(self, of: collection, only: only).reduce
    }
  }
}
