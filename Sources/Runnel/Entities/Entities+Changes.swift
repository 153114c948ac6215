// SPDX-License-Identifier: MIT

extension Entities {
  /// Appends an element, or replaces the element that has its ID, which keeps its position.
  ///
  /// O(1).
  public mutating func upsert(_ element: Element) {
    _ = appendOrReplace(element)
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
      recordChange(at: present)
    } else {
      recordPlace(of: id)
      elements.insert(element, at: position)
      ids.insert(id, at: position)
      updatePositions(from: position) { $0 < position ? $0 : $0 + 1 }
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
  /// If the closure throws, no element is removed. O(n).
  public mutating func removeAll(where shouldRemove: (Element) throws -> Bool) rethrows {
    let kept = try elements.indices.filter { try !shouldRemove(elements[$0]) }
    guard kept.count < elements.count else { return }
    let before = journal == nil ? [] : ids
    let ambiguous = shadowed
    reorder(kept)
    for id in before where positions[id] == nil || ambiguous[id] != nil { recordPlace(of: id) }
  }

  /// Moves the elements at some positions in front of the element at another one.
  ///
  /// All positions are those before the move. The arguments are those of `onMove` in SwiftUI, where
  /// an `IndexSet` is a sequence of positions. O(n).
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let moved = Set(source)
    for position in moved { recordPlace(of: ids[position], hasContent: false) }
    let others = indices.filter { !moved.contains($0) }
    reorder(
      others.filter { $0 < destination } + Array(moved).sorted()
        + others.filter { $0 >= destination })
  }

  /// Exchanges two elements.
  ///
  /// O(1).
  public mutating func swapAt(_ one: Int, _ other: Int) {
    guard one != other else { return }
    recordPlace(of: ids[one], hasContent: false)
    recordPlace(of: ids[other], hasContent: false)
    elements.swapAt(one, other)
    ids.swapAt(one, other)
    if !shadowed.isEmpty {
      return updateAllPositions { $0 == one ? other : $0 == other ? one : $0 }
    }
    positions[ids[one]] = one
    positions[ids[other]] = other
  }

  /// Sorts the elements, with elements that compare as equal in their previous order.
  ///
  /// If the closure throws, the order doesn't change. O(n log n).
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    reorder(try elements.indices.sorted { try areInIncreasingOrder(elements[$0], elements[$1]) })
    recordOrder()
  }

  // MARK: Functions of an array

  /// Unavailable, so that the compiler names the function that keeps IDs unique.
  @available(*, unavailable, renamed: "upsert(_:)")
  @_documentation(visibility: internal)
  public mutating func append(_ element: Element) {}

  /// Unavailable, so that the compiler names the function that keeps IDs unique.
  @available(*, unavailable, renamed: "upsert(contentsOf:)")
  @_documentation(visibility: internal)
  public mutating func append(contentsOf newElements: some Sequence<Element>) {}

  /// Unavailable, because the compiler would propose an ID with the number of the position.
  @available(*, unavailable, message: "Use remove(id:) with the ID of the element.")
  @_documentation(visibility: internal)
  public mutating func remove(at position: Int) {}

  // MARK: IDs and positions

  mutating func reserveCapacity(_ count: Int) {
    elements.reserveCapacity(count)
    ids.reserveCapacity(count)
    positions.reserveCapacity(count)
  }

  /// Appends an element, or replaces the one with its ID and returns `false`.
  mutating func appendOrReplace(_ element: Element) -> Bool {
    let id = element.id
    if let present = positions[id] {
      elements[present] = element
      recordChange(at: present)
      return false
    }
    recordPlace(of: id)
    positions[id] = elements.count
    ids.append(id)
    elements.append(element)
    return true
  }

  /// Moves an element out of the array, with the last element in its position until `put`.
  ///
  /// So the caller's change of the element copies nothing: the array has no reference to it.
  package mutating func take(at position: Int) -> Element {
    elements.swapAt(position, elements.count - 1)
    return elements.removeLast()
  }

  /// Moves an element back that `take` has returned, or adds one if the position is `nil`.
  ///
  /// If there is no element anymore, its ID is removed.
  package mutating func put(_ element: Element?, at position: Int?) {
    switch (element, position) {
    case (nil, nil): break
    case (let element?, nil): upsert(element)
    case (let element?, let position?):
      elements.append(element)
      elements.swapAt(position, elements.count - 1)
      recordChange(at: position)
      updateID(at: position)
    case (nil, let position?):
      if position < elements.count { elements.append(elements.remove(at: position)) }
      removeID(at: position)
    }
  }

  /// Records the ID of a changed element.
  @usableFromInline
  mutating func updateID(at position: Int) {
    let id = elements[position].id
    let previous = ids[position]
    guard id != previous else { return }
    recordPlace(of: previous)
    recordPlace(of: id)
    ids[position] = id
    release(previous, at: position)
    claim(id, at: position)
  }

  private mutating func removeID(at position: Int) {
    recordPlace(of: ids[position])
    positions[ids.remove(at: position)] = nil
    updatePositions(from: position) { $0 < position ? $0 : $0 - 1 }
  }

  /// Puts the elements into another order, or some of them, by their present positions.
  private mutating func reorder(_ order: [Int]) {
    elements = order.map { elements[$0] }
    ids = order.map { ids[$0] }
    var moved: [Int: Int] = [:]
    if !shadowed.isEmpty {
      for position in order.indices { moved[order[position]] = position }
    }
    updateAllPositions { moved[$0] }
  }

  private mutating func updatePositions(from start: Int, moving: (Int) -> Int) {
    if !shadowed.isEmpty { return updateAllPositions(moving: moving) }
    for position in start..<ids.count { positions[ids[position]] = position }
  }

  /// Finds all positions again, with the same owner of each ID that two elements have.
  ///
  /// `moving` returns the new position of an element.
  private mutating func updateAllPositions(moving: (Int) -> Int?) {
    let owners = shadowed.keys.compactMap { positions[$0].flatMap(moving) }
    positions.removeAll(keepingCapacity: true)
    shadowed = [:]
    for position in owners { positions[ids[position]] = position }
    for position in ids.indices { claim(ids[position], at: position) }
  }

  // MARK: Two elements with one ID

  private mutating func claim(_ id: Element.ID, at position: Int) {
    guard let owner = positions.updateValue(position, forKey: id), owner != position else { return }
    positions[id] = owner
    shadowed[id, default: []].append(position)
  }

  private mutating func release(_ id: Element.ID, at position: Int) {
    let isOwner = positions[id] == position
    guard !shadowed.isEmpty, var others = shadowed.removeValue(forKey: id) else {
      positions[id] = nil
      return
    }
    if isOwner {
      positions[id] = others.removeFirst()
    } else {
      others.removeAll { $0 == position }
    }
    if !others.isEmpty { shadowed[id] = others }
  }
}
