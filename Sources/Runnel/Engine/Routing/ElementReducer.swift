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
  /// How actions are addressed to the elements, if these are instances.
  private let addressing: Addressing<Elements.ID>?
  /// Actions whose IDs belong to elements further inside.
  private let innerFilters: [ElementFilter]
  /// The last element that returned effects, as an instance.
  ///
  /// `@exclusivity(unchecked)`: see `readers`.
  @exclusivity(unchecked)
  private var lastInstance: (id: Elements.ID, path: InstancePath)?
  /// `@exclusivity(unchecked)`: only the code that runs the table of the reducer accesses it.
  @exclusivity(unchecked)
  private var readers: [ObjectIdentifier: Reader?] = [:]
  private let buffer = MutationBuffer()

  init(_ reducers: [CompiledReducer], of collection: Elements, only: Elements.ID?) {
    table = ReducerTable(reducers)
    self.collection = collection
    modify = collection.makeModify()
    self.only = only
    addressing = only == nil ? collection.addressing : nil
    innerFilters = reducers.flatMap(\.elementFilters)
      .filter { $0.idType == ObjectIdentifier(Elements.ID.self) }
  }

  func reduce(
    _ whole: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Touch {
    if let addressing { return reduce(addressing, of: whole, action, output) }
    return reduce(only ?? id(of: action), of: whole, action, output)
  }

  /// Reduces an action that is addressed to one element, or one for all.
  private func reduce(
    _ addressing: Addressing<Elements.ID>, of whole: UnsafeMutableRawPointer, _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) -> Touch {
    guard let address = output.pointee.instance else {
      if let (id, action) = addressing.open(action) { return reduce(id, of: whole, action, output) }
      return reduce(id(of: action), of: whole, action, output)
    }
    let (id, inner) = address._withUnsafeGuaranteedRef { ($0.id(as: Elements.ID.self), $0.inner) }
    // The action can be for an instance that is no element of this kind.
    guard let id else { return .nothing }
    // The address retains its inner part.
    output.pointee.instance = inner.map(Unmanaged.passUnretained)
    defer { output.pointee.instance = address }
    // Without the mark, as in a replay: an action for an element that has gone doesn't get here.
    return reduce(addressing.withoutMark(id), of: whole, action, output)
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
        let owner = AnyHashable(only ?? present())
        output.pointee.addStep(.element(collection, owner), toEffectsFrom: before)
        if let addressing {
          output.pointee.assign(effectsFrom: before, to: instance(id, addressing.noun))
        }
      }
      return touch
    }
  }

  /// Returns an element as an instance, which is allocated once for a run of its actions.
  private func instance(_ id: Elements.ID, _ noun: String) -> InstancePath {
    if let lastInstance, lastInstance.id == id { return lastInstance.path }
    let path = InstancePath(AnyHashable(id), noun: noun)
    lastInstance = (id, path)
    return path
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
    var actions = filter
    // An action for one element, whatever it is.
    if let addressing = collection.addressing, only == nil, case .types(let types) = actions {
      actions = .types(types + [addressing.actionType])
    }
    let filter = ElementFilter(actions: actions, idType: ObjectIdentifier(Elements.ID.self))
    return CompiledReducer(
      of: Elements.Whole.self, for: filter.actions,
      elementFilters: flatMap(\.elementFilters) + (only == nil ? [filter] : []),
      parts: map { $0.placed(at: .elements(collection)) }
    ) {
      ElementReducer(self, of: collection, only: only).reduce
    }
  }
}
