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

/// Finds the elements of one array by their ids. For the drain, and nobody else.
///
/// Remembers where each was seen. What it remembers is checked against the array each time it is used, and
/// looked for again where it does not hold: so it may be used for any array, and is quick for one whose
/// elements mostly stay where they are.
struct ElementIndex<Element, ID: Hashable> {
  private let path: KeyPath<Element, ID>
  /// Where in an element its id is stored. To read it there is much quicker than to follow a path.
  private let idOffset: Int?
  private let site: CallSite
  private var positions: [ID: Int] = [:]
  /// How many elements, from the start, have been seen.
  private var seen = 0
  private var hasReported = false

  init(by path: KeyPath<Element, ID>, site: CallSite) {
    self.path = path
    idOffset = MemoryLayout<Element>.offset(of: path)
    self.site = site
  }

  private func isID(_ id: ID, at position: Int, of elements: [Element]) -> Bool {
    guard let idOffset else { return elements[position][keyPath: path] == id }
    return elements.withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return false }
      return UnsafeRawPointer(base + position).advanced(by: idOffset)
        .assumingMemoryBound(to: ID.self).pointee == id
    }
  }

  /// Where the element with `id` is, the first if several have it. O(1) if it is where it was; O(n) if not.
  mutating func position(of id: ID, in elements: [Element]) -> Int? {
    if elements.count > seen { look(at: seen..<elements.count, of: elements) }
    if let position = positions[id], position < elements.count,
      isID(id, at: position, of: elements)
    {
      return position
    }
    positions.removeAll(keepingCapacity: true)
    look(at: elements.indices, of: elements)
    return positions[id]
  }

  private mutating func look(at range: Range<Int>, of elements: [Element]) {
    for position in range {
      let id = elements[position][keyPath: path]
      if let known = positions[id], known < position, known < elements.count,
        isID(id, at: known, of: elements)
      {
        report(id, [known, position])
      } else {
        positions[id] = position
      }
    }
    seen = elements.count
  }

  private mutating func report(_ id: ID, _ positions: [Int]) {
    guard !hasReported else { return }
    hasReported = true
    Misuse.duplicateIDs(id, of: Element.self, at: positions, site).warn()
  }
}
