// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// The elements of one collection that somebody uses: where they are, and which of them an action has
/// changed.
///
/// Thousands of them cost an action that names its element no more than one does. Any other action that
/// may have changed the collection compares the bytes of each with those that are held, where it was seen
/// last, and calls neither a getter nor an `==` for those that are the same.
protocol ElementTable: AnyObject, Sendable {
  /// How often an element was compared with what it was. With the state locked.
  var comparisons: Int { get }

  /// Finds out where an element is that nobody uses yet. With the state locked.
  func locate(_ node: Node, in collection: UnsafeRawPointer)
  /// Counts an element in. With the state locked.
  func add(_ node: Node)
  /// Counts an element out. With the state locked.
  func remove(_ node: Node)
  /// Counts all elements out.
  func removeAll()
  /// Calls `evaluate` with each element that may have changed. For the drain, with the state locked.
  ///
  /// - Parameter hint: The only element that may have changed, if that is known.
  func collect(
    from collection: UnsafeRawPointer,
    _ hint: ElementHint?,
    _ evaluate: (Node) -> Void
  )
}

/// Where an element was seen last, for those who read it.
struct ElementPlace: Sendable {
  static let unknown = -1
  static let nowhere = -2

  // Also read while a subscription that used the element is being ended by another thread, and somebody else
  // begins to use it.
  private let state = Locked(ElementPlace.unknown)

  var position: Int {
    get { state.withLock { $0 } }
    nonmutating set { state.withLock { $0 = newValue } }
  }
}

/// Where an element was seen last, and what it was, in no more words than it takes to find out that it is
/// there and the same.
struct ElementSpot {
  /// The same as in the place.
  var position: Int
  /// The element as it was announced last.
  var held: UnsafeRawPointer?

  /// Which elements are not where they were, or not what they were.
  ///
  /// Does not know the type of the elements: this is compiled once, and looks at nothing but bytes. O(number
  /// of spots).
  static func suspects(
    among spots: ContiguousArray<ElementSpot>,
    _ base: UnsafeRawPointer?,
    count: Int,
    size: Int,
    stride: Int
  ) -> [Int] {
    var suspects: [Int] = []
    spots.withUnsafeBufferPointer { spots in
      for index in spots.indices {
        let position = spots[index].position
        if let base, let held = spots[index].held, position >= 0, position < count,
          memcmp(held, base + position * stride, size) == 0
        {
          continue
        }
        suspects.append(index)
      }
    }
    return suspects
  }
}

/// The elements of an array.
///
/// `@unchecked`: used with the state locked only, but for `find`, which reads nothing that changes then.
final class ArrayElements<Element, ID: Hashable & Sendable>: ElementTable, @unchecked Sendable {
  private struct Row {
    let id: ID
    let node: Node
    let place: ElementPlace
  }

  private let ids: ElementIDs<Element, ID>
  private let site: CallSite
  private var rows = ContiguousArray<Row>()
  /// What there is to know of each row to find out that it has not changed.
  private var spots = ContiguousArray<ElementSpot>()
  private var indices: [ID: Int] = [:]
  /// For finding elements that nobody uses yet, once there are many.
  private var index: ElementIndex<Element, ID>
  private var hasReported = false
  private(set) var comparisons = 0
  /// From how many elements on an index is worth its while.
  private static var indexThreshold: Int { 8 }

  init(by path: KeyPath<Element, ID>, site: CallSite) {
    ids = ElementIDs(at: path)
    index = ElementIndex(by: path, site: site)
    self.site = site
  }

  // MARK: Finding

  func locate(_ node: Node, in collection: UnsafeRawPointer) {
    guard case .element(let element) = node.step, let id = element.id.base as? ID,
      indices[id] == nil
    else { return }
    let elements = collection.assumingMemoryBound(to: [Element].self)
    let position =
      rows.count < ArrayElements.indexThreshold
      ? elements.pointee.withUnsafeBufferPointer { elements in
        elements.indices.first { self.id(at: $0, of: elements) == id }
      }
      : index.position(of: id, in: elements.pointee)
    element.place.position = position ?? ElementPlace.nowhere
  }

  /// Calls `body` with the element that has `id`, if there is one. O(1) if it is where it was seen last.
  func find(
    _ id: ID,
    in collection: UnsafeRawPointer,
    near place: ElementPlace,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    collection.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      let position = place.position
      guard position != ElementPlace.nowhere else { return }
      let found =
        elements.indices.contains(position) && self.id(at: position, of: elements) == id
        ? position : elements.indices.first { self.id(at: $0, of: elements) == id }
      guard let found, let base = elements.baseAddress else { return }
      body(UnsafeRawPointer(base + found))
    }
  }

  private func id(at position: Int, of elements: UnsafeBufferPointer<Element>) -> ID {
    ids.id(at: position, of: elements)
  }

  // MARK: Who is used

  func add(_ node: Node) {
    guard case .element(let row) = node.step, let id = row.id.base as? ID else { return }
    indices[id] = rows.count
    rows.append(Row(id: id, node: node, place: row.place))
    spots.append(ElementSpot(position: row.place.position, held: node.heldPointer))
  }

  func remove(_ node: Node) {
    guard case .element(let row) = node.step, let id = row.id.base as? ID,
      let index = indices.removeValue(forKey: id)
    else { return }
    let last = rows.removeLast()
    let lastSpot = spots.removeLast()
    guard index < rows.count else { return }
    rows[index] = last
    spots[index] = lastSpot
    indices[last.id] = index
  }

  func removeAll() {
    rows = []
    spots = []
    indices = [:]
  }

  private func move(_ index: Int, to position: Int) {
    guard position != spots[index].position else { return }
    spots[index].position = position
    rows[index].place.position = position
  }

  // MARK: What has changed

  func collect(
    from collection: UnsafeRawPointer,
    _ hint: ElementHint?,
    _ evaluate: (Node) -> Void
  ) {
    collection.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      if case .position(let position) = hint, elements.indices.contains(position) {
        // Whoever has this id now; whoever had it before is not there any more.
        guard let index = indices[id(at: position, of: elements)] else { return }
        return _ = check(index, at: position, in: elements, evaluate)
      }
      comparisons += spots.count
      let suspects = ElementSpot.suspects(
        among: spots, elements.baseAddress, count: elements.count,
        size: MemoryLayout<Element>.size, stride: MemoryLayout<Element>.stride)
      var lost: [Int] = []
      var shift = 0
      for index in suspects {
        let position = spots[index].position
        if check(index, at: position, in: elements, evaluate) { continue }
        // What was put in or taken out before one element has moved those behind it as far.
        if position >= 0, check(index, at: position + shift, in: elements, evaluate) { continue }
        if position >= 0,
          let step = [1, -1].first(where: { step in
            check(index, at: position + step, in: elements, evaluate)
          })
        {
          shift = step
          continue
        }
        lost.append(index)
      }
      if !lost.isEmpty { search(lost, in: elements, evaluate) }
    }
  }

  /// Returns whether the element of a row is at `position`, and evaluates it if it has changed.
  @inline(__always)
  private func check(
    _ index: Int,
    at position: Int,
    in elements: UnsafeBufferPointer<Element>,
    _ evaluate: (Node) -> Void
  ) -> Bool {
    guard position >= 0, position < elements.count, let base = elements.baseAddress
    else { return false }
    comparisons += 1
    if let held = spots[index].held, memcmp(held, base + position, MemoryLayout<Element>.size) == 0
    {
      move(index, to: position)
      return true
    }
    guard id(at: position, of: elements) == rows[index].id else { return false }
    move(index, to: position)
    evaluate(rows[index].node)
    spots[index].held = rows[index].node.heldPointer
    return true
  }

  /// Looks for elements that have been moved, or are gone. O(number of elements).
  private func search(
    _ lost: [Int],
    in elements: UnsafeBufferPointer<Element>,
    _ evaluate: (Node) -> Void
  ) {
    var missing = Set(lost)
    var found: [Int: Int] = [:]
    for position in elements.indices {
      let id = id(at: position, of: elements)
      guard let index = indices[id] else { continue }
      if let first = found[index] {
        report(id, [first, position])
      } else {
        found[index] = position
        missing.remove(index)
      }
    }
    for index in lost {
      move(index, to: found[index] ?? ElementPlace.nowhere)
      if let position = found[index] { _ = check(index, at: position, in: elements, evaluate) }
    }
  }

  private func report(_ id: ID, _ positions: [Int]) {
    guard !hasReported else { return }
    hasReported = true
    Misuse.duplicateIDs(id, of: Element.self, at: positions, site).warn()
  }
}

/// The values of a dictionary.
///
/// `@unchecked`: used with the state locked only, but for `find`, which reads nothing that changes.
final class DictionaryElements<Key: Hashable & Sendable, Value>: ElementTable, @unchecked Sendable {
  private var nodes: [Key: Node] = [:]
  private(set) var comparisons = 0

  func locate(_ node: Node, in collection: UnsafeRawPointer) {}

  /// Calls `body` with the value of `key`, if there is one.
  static func find(
    _ key: Key,
    in collection: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    guard let value = collection.assumingMemoryBound(to: [Key: Value].self).pointee[key]
    else { return }
    withUnsafePointer(to: value) { body($0) }
  }

  func add(_ node: Node) {
    if let key = key(of: node) { nodes[key] = node }
  }

  func remove(_ node: Node) {
    if let key = key(of: node) { nodes[key] = nil }
  }

  func removeAll() {
    nodes = [:]
  }

  private func key(of node: Node) -> Key? {
    guard case .element(let row) = node.step else { return nil }
    return row.id.base as? Key
  }

  func collect(
    from collection: UnsafeRawPointer,
    _ hint: ElementHint?,
    _ evaluate: (Node) -> Void
  ) {
    if case .key(let type, let pointer) = hint, type == ObjectIdentifier(Key.self) {
      let key = pointer.assumingMemoryBound(to: Key?.self).pointee
      guard let key, let node = nodes[key] else { return }
      comparisons += 1
      return evaluate(node)
    }
    comparisons += nodes.count
    for (key, node) in nodes {
      Self.find(key, in: collection) { value in
        if let held = node.heldPointer, memcmp(held, value, MemoryLayout<Value>.size) == 0 {
          return
        }
        evaluate(node)
      }
    }
  }
}
