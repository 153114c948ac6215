// SPDX-License-Identifier: MIT

/// Tells which element an action is about. One for each `forEach` of each store; for the drain.
struct ElementRouter<ID: Hashable> {
  private typealias Reader = (any Action) -> ID?

  /// Actions whose ids belong to elements further inside.
  private let inner: [ReducerEntry.Pick]
  private var readers: [ObjectIdentifier: Reader?] = [:]

  init(around entries: [ReducerEntry]) {
    inner = entries.flatMap(\.picks).filter { $0.idType == ObjectIdentifier(ID.self) }
  }

  /// The id of the element that an action is about, `nil` if it is about all of them.
  mutating func id(of action: any Action) -> ID? {
    let type = ObjectIdentifier(type(of: action))
    if let reader = readers[type] { return reader?(action) }
    let reader = makeReader(for: Swift.type(of: action))
    readers.updateValue(reader, forKey: type)
    return reader?(action)
  }

  private func makeReader(for type: any Action.Type) -> Reader? {
    guard let type = type as? any ElementAction.Type,
      !inner.contains(where: { $0.trigger.includes(type) })
    else { return nil }
    return Self.reader(for: type)
  }

  private static func reader<ActionType: ElementAction>(for: ActionType.Type) -> Reader? {
    guard ActionType.ElementID.self == ID.self else { return nil }
    return { action in
      // The types are the same, as has just been found out.
      downcast(action, to: ActionType.self).map { unsafeBitCast($0.elementID, to: ID.self) }
    }
  }
}
