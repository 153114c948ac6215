// SPDX-License-Identifier: MIT

extension Entities {
  /// Appends an element, or replaces the element that has its ID, which keeps its position.
  ///
  /// O(1).
  public mutating func upsert(_ element: Element) {
    _ = append(element)
  }

  /// Appends elements, or replaces those with the same IDs, which keep their positions.
  ///
  /// Use it for a page of results that overlaps the previous one.
  ///
  /// O(number of new elements).
  public mutating func upsert(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { upsert(element) }
  }

  /// Inserts an element at a position, or replaces the element that has its ID.
  ///
  /// A replaced element keeps its position. O(n), or O(1) at the end.
  public mutating func insert(_ element: Element, at position: Int) {
    let id = element.id
    if let present = positions[id] {
      elements[present] = element
      if journal != nil { recordChange(at: present) }
    } else {
      if journal != nil { recordPlace(of: id) }
      elements.insert(element, at: position)
      ids.insert(id, at: position)
      updatePositions(from: position)
    }
  }

  /// Removes the element with an ID.
  ///
  /// O(n), or O(1) for the last element.
  ///
  /// - Returns: The removed element, or `nil` if there was none.
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let position = positions[id] else { return nil }
    removeID(at: position)
    return elements.remove(at: position)
  }

  /// Removes the elements for which a closure returns `true`.
  ///
  /// O(n).
  public mutating func removeAll(where shouldRemove: (Element) throws -> Bool) rethrows {
    let before = journal == nil ? [] : ids
    var hasFailed = true
    defer {
      updateIDs()
      // A closure that throws can leave the elements in another order.
      if journal != nil, hasFailed { recordOrder() }
      for id in before where positions[id] == nil { recordPlace(of: id) }
    }
    try elements.removeAll(where: shouldRemove)
    hasFailed = false
  }

  /// Moves the elements at some positions in front of the element at another one.
  ///
  /// All positions are those before the move. The arguments are those of `onMove` in SwiftUI, where
  /// an `IndexSet` is a sequence of positions. O(n).
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let moved = Set(source)
    if journal != nil { for position in moved { recordPlace(of: ids[position]) } }
    let others = indices.filter { !moved.contains($0) }
    let order =
      others.filter { $0 < destination } + moved.sorted() + others.filter { $0 >= destination }
    elements = order.map { elements[$0] }
    updateIDs()
  }

  /// Sorts the elements, with elements that compare as equal in their previous order.
  ///
  /// O(n log n).
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    defer {
      if journal != nil { recordOrder() }
      updateIDs()
    }
    try elements.sort(by: areInIncreasingOrder)
  }

  // MARK: IDs and positions

  mutating func reserveCapacity(_ count: Int) {
    elements.reserveCapacity(count)
    ids.reserveCapacity(count)
    positions.reserveCapacity(count)
  }

  /// Appends an element, or replaces the one with its ID and returns `false`.
  mutating func append(_ element: Element) -> Bool {
    let id = element.id
    if let present = positions[id] {
      elements[present] = element
      if journal != nil { recordChange(at: present) }
      return false
    }
    if journal != nil { recordPlace(of: id) }
    positions[id] = elements.count
    ids.append(id)
    elements.append(element)
    return true
  }

  /// Moves an element out of the array, with the last element in its position until `put`.
  ///
  /// So the caller's change of the element copies nothing: the array has no reference to it.
  mutating func take(at position: Int) -> Element {
    elements.swapAt(position, elements.count - 1)
    return elements.removeLast()
  }

  /// Moves an element back that `take` has returned, or adds one if the position is `nil`.
  ///
  /// If there is no element anymore, its ID is removed.
  mutating func put(_ element: Element?, at position: Int?) {
    switch (element, position) {
    case (nil, nil): break
    case (let element?, nil): upsert(element)
    case (let element?, let position?):
      elements.append(element)
      elements.swapAt(position, elements.count - 1)
      if journal != nil { recordChange(at: position) }
      updateID(at: position)
    case (nil, let position?):
      if position < elements.count { elements.append(elements.remove(at: position)) }
      removeID(at: position)
    }
  }

  /// Records the ID of a changed element.
  ///
  /// - Returns: The position of an element that had the ID, and has been removed.
  @discardableResult
  @usableFromInline
  mutating func updateID(at position: Int) -> Int? {
    let id = elements[position].id
    let previous = ids[position]
    guard id != previous else { return nil }
    if journal != nil {
      recordPlace(of: previous)
      recordPlace(of: id)
    }
    positions[previous] = nil
    ids[position] = id
    let replaced = positions.updateValue(position, forKey: id)
    guard let replaced else { return nil }
    elements.remove(at: replaced)
    ids.remove(at: replaced)
    updatePositions(from: replaced)
    return replaced
  }

  private mutating func removeID(at position: Int) {
    if journal != nil { recordPlace(of: ids[position]) }
    positions[ids.remove(at: position)] = nil
    updatePositions(from: position)
  }

  private mutating func updatePositions(from start: Int) {
    for position in start..<ids.count { positions[ids[position]] = position }
  }

  /// Records the IDs of all elements after a change of their order.
  private mutating func updateIDs() {
    ids = elements.map(\.id)
    positions.removeAll(keepingCapacity: true)
    updatePositions(from: 0)
  }
}
