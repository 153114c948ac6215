// SPDX-License-Identifier: MIT

extension Entities {
  /// Appends an element, or replaces the element that has its ID, which keeps its position: O(1).
  public mutating func upsert(_ element: Element) {
    _ = appendOrReplace(element)
  }

  /// Appends elements, or replaces those with the same IDs, which keep their positions.
  ///
  /// For a page of results that overlaps the previous one. O(number of new elements).
  public mutating func upsert(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { upsert(element) }
  }

  /// Inserts an element at a position, or replaces the one with its ID in place.
  ///
  /// O(n), or O(1) at the end.
  public mutating func insert(_ element: Element, at position: Int) {
    let id = element.id
    if let present = index(id: id) {
      elements[present] = element
      recordChange(at: present)
    } else {
      recordPlace(of: id)
      elements.insert(element, at: position)
      ids.insert(id, at: position)
      numbers[id] = order.insert(at: position)
    }
  }

  /// Removes and returns the element with an ID, or returns `nil` if there is none.
  ///
  /// O(n), or O(1) for the last element.
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let position = index(id: id) else { return nil }
    removeID(at: position)
    return elements.remove(at: position)
  }

  /// Removes the elements for which a closure returns `true`, or none if it throws: O(n).
  public mutating func removeAll(where shouldRemove: (Element) throws -> Bool) rethrows {
    var (kept, removed): ([Int], [Int]) = ([], [])
    for position in elements.indices {
      if try shouldRemove(elements[position]) {
        removed.append(position)
      } else {
        kept.append(position)
      }
    }
    if removed.isEmpty { return }
    for position in removed {
      recordPlace(of: ids[position])
      release(ids[position], at: position)
    }
    reorder(kept)
  }

  /// Moves the elements at some positions in front of the element at another one.
  ///
  /// Positions before the move, as in SwiftUI's `onMove`, whose `IndexSet` is a sequence. O(n).
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    var isMoved = indices.map { _ in false }
    for position in source where !isMoved[position] {
      isMoved[position] = true
      recordPlace(of: ids[position], hasContent: false)
    }
    var (before, moved, after): ([Int], [Int], [Int]) = ([], [], [])
    for position in indices {
      if isMoved[position] {
        moved.append(position)
      } else if position < destination {
        before.append(position)
      } else {
        after.append(position)
      }
    }
    reorder(before + moved + after)
  }

  /// Exchanges two elements: O(1).
  public mutating func swapAt(_ one: Int, _ other: Int) {
    guard one != other else { return }
    recordPlace(of: ids[one], hasContent: false)
    recordPlace(of: ids[other], hasContent: false)
    elements.swapAt(one, other)
    ids.swapAt(one, other)
    order.swapAt(one, other)
  }

  /// Sorts the elements, with those that compare as equal in their previous order: O(n log n).
  ///
  /// If the closure throws, the order doesn't change.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
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
    numbers.reserveCapacity(count)
    order.reserveCapacity(count)
  }

  /// Appends an element, or replaces the one with its ID and returns `false`.
  mutating func appendOrReplace(_ element: Element) -> Bool {
    let id = element.id
    if let present = index(id: id) {
      elements[present] = element
      recordChange(at: present)
      return false
    }
    recordPlace(of: id)
    numbers[id] = order.insert(at: elements.count)
    ids.append(id)
    elements.append(element)
    return true
  }

  /// Moves an element out of the array, with the last element in its position until `put`.
  ///
  /// The caller's change of it copies nothing: the array has no reference to it.
  @inlinable
  package mutating func take(at position: Int) -> Element {
    elements.swapAt(position, elements.count - 1)
    return elements.removeLast()
  }

  /// Moves an element back that `take` has returned, removes its ID if it is `nil`, or adds one if
  /// the position is.
  @inlinable
  package mutating func put(_ element: Element?, at position: Int?) {
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

  @inlinable
  mutating func updateID(at position: Int) {
    let id = elements[position].id
    if id != ids[position] { replaceID(at: position, with: id) }
  }

  @usableFromInline
  mutating func replaceID(at position: Int, with id: Element.ID) {
    let previous = ids[position]
    recordPlace(of: previous)
    recordPlace(of: id)
    ids[position] = id
    release(previous, at: position)
    claim(id, at: position)
  }

  @usableFromInline
  mutating func removeID(at position: Int) {
    recordPlace(of: ids[position])
    release(ids[position], at: position)
    ids.remove(at: position)
    order.remove(at: position)
  }

  /// Puts the elements into another order, or some of them, by their present positions.
  private mutating func reorder(_ kept: [Int]) {
    elements = kept.map { elements[$0] }
    ids = kept.map { ids[$0] }
    order.reorder(kept)
  }

  // MARK: Two elements with one ID

  private mutating func claim(_ id: Element.ID, at position: Int) {
    let number = order.number(at: position)
    guard let owner = numbers.updateValue(number, forKey: id), owner != number else { return }
    numbers[id] = owner
    shadowed[id, default: []].append(number)
  }

  private mutating func release(_ id: Element.ID, at position: Int) {
    let number = order.number(at: position)
    let isOwner = numbers[id] == number
    guard !shadowed.isEmpty, var others = shadowed.removeValue(forKey: id) else {
      numbers[id] = nil
      return
    }
    if isOwner {
      numbers[id] = others.removeFirst()
    } else {
      others.removeAll { $0 == number }
    }
    if !others.isEmpty { shadowed[id] = others }
  }
}
