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
  /// A Boolean value indicating whether the elements are instances that actions are addressed to.
  private let isStack: Bool
  /// Actions whose IDs belong to elements further inside.
  private let innerFilters: [ElementFilter]
  /// The instance of the last element that returned effects, if the elements are screens.
  ///
  /// `@exclusivity(unchecked)`: see `readers`.
  @exclusivity(unchecked)
  private var lastInstance: InstancePath?
  /// `@exclusivity(unchecked)`: only the code that runs the table of the reducer accesses it.
  @exclusivity(unchecked)
  private var readers: [ObjectIdentifier: Reader?] = [:]
  private let buffer = MutationBuffer()

  init(_ reducers: [CompiledReducer], of collection: Elements, only: Elements.ID?) {
    table = ReducerTable(reducers)
    self.collection = collection
    modify = collection.makeModify()
    self.only = only
    isStack = collection.areScreens && only == nil
    innerFilters = reducers.flatMap(\.elementFilters)
      .filter { $0.idType == ObjectIdentifier(Elements.ID.self) }
  }

  func reduce(
    _ whole: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Touch {
    if isStack { return reduceScreen(of: whole, action, output) }
    return reduce(only ?? id(of: action), of: whole, action, output)
  }

  /// Reduces an action of a screen, or one for all screens.
  private func reduceScreen(
    of whole: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Touch {
    guard let address = output.pointee.instance else {
      if type(of: action) == ScreenAction.self, let addressed = action as? ScreenAction {
        let screen = ScreenAddress(id: addressed.screen)
        return reduce(screen as? Elements.ID, of: whole, addressed.action, output)
      }
      return reduce(id(of: action), of: whole, action, output)
    }
    // The action is for one screen, or for an instance that isn't a screen of this stack.
    let (screen, inner) = address._withUnsafeGuaranteedRef { ($0.screen, $0.inner) }
    // By its number alone, as in a replay: an action for a screen that has gone doesn't get here.
    guard let screen, let id = ScreenAddress(id: screen.id) as? Elements.ID else { return .nothing }
    // The address retains its inner part.
    output.pointee.instance = inner.map(Unmanaged.passUnretained)
    defer { output.pointee.instance = address }
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
        let owner = AnyHashable(only ?? present())
        output.pointee.addStep(.element(collection, owner), toEffectsFrom: before)
        if isStack, let screen = id as? ScreenAddress {
          output.pointee.assign(effectsFrom: before, to: instance(of: screen))
        }
      }
      return touch
    }
  }

  /// Returns a screen as an instance, which is allocated once for a run of actions of one screen.
  private func instance(of screen: ScreenAddress) -> InstancePath {
    if let lastInstance, lastInstance.screen == screen { return lastInstance }
    let instance = InstancePath(screen: screen)
    lastInstance = instance
    return instance
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
    // An action for one screen, whatever it is.
    if collection.areScreens, only == nil, case .types(let types) = actions {
      actions = .types(types + [ScreenAction.self])
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
