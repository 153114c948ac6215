// SPDX-License-Identifier: MIT

/// Finds the element that an action is for.
///
/// One for each `forEach` of each store.
struct ElementTarget<ID: Hashable> {
  private typealias Reader = (any Action) -> ID?

  /// Actions whose IDs belong to elements further inside.
  private let inner: [ElementFilter]
  private var readers: [ObjectIdentifier: Reader?] = [:]

  init(around reducers: [CompiledReducer]) {
    inner = reducers.flatMap(\.elementFilters).filter { $0.idType == ObjectIdentifier(ID.self) }
  }

  /// Returns the ID of the element that an action is for, or `nil` if it is for all elements.
  mutating func id(of action: any Action) -> ID? {
    let type = ObjectIdentifier(type(of: action))
    if let reader = readers[type] { return reader?(action) }
    let reader = makeReader(for: Swift.type(of: action))
    readers.updateValue(reader, forKey: type)
    return reader?(action)
  }

  private func makeReader(for type: any Action.Type) -> Reader? {
    guard let type = type as? any ElementAction.Type,
      !inner.contains(where: { $0.actions.includes(type) })
    else { return nil }
    return Self.reader(for: type)
  }

  private static func reader<ActionType: ElementAction>(for: ActionType.Type) -> Reader? {
    guard ActionType.ElementID.self == ID.self else { return nil }
    return { action in
      // The two ID types are the same.
      downcast(action, to: ActionType.self).map { unsafeBitCast($0.elementID, to: ID.self) }
    }
  }
}
