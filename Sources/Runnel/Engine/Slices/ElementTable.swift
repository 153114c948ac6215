// SPDX-License-Identifier: MIT

/// The attached elements of one collection, accessed with the state locked.
///
/// An action whose target is one element costs the same with one attached element and with
/// thousands. Any other action that may have changed an array compares the bytes of each element
/// with the retained ones, at its last position. Equal ones cost neither a getter nor a `==`.
///
/// `@exclusivity(unchecked)`: accessed with the state locked, by one thread, and no code that runs
/// during an access comes back to the table.
class ElementTable {
  @exclusivity(unchecked)  // 759, for an observed row
  final var attached:
    (
      slices: ContiguousArray<Slice>,
      /// The values of a dictionary have none.
      positions: ContiguousArray<CachedPosition>,
      comparisons: Int
    ) = ([], [], 0)

  final var comparisons: Int { attached.comparisons }
  final var isEmpty: Bool { attached.slices.isEmpty }

  final func forEach(_ body: (Slice) -> Void) {
    attached.slices.forEach(body)
  }

  func add(_ slice: Slice) {}
  func remove(_ slice: Slice) {}
  func removeAll() {}
  /// Finds the position of an element that isn't attached yet, if readers need it and none has
  /// found it before.
  func locate(_ slice: Slice, _ read: ((UnsafeRawPointer) -> Void) -> Void) {}

  /// Reports the attached elements that may have changed, and the missing ones; `target` is the
  /// only changed element, if it is known.
  func visit(
    _ collection: UnsafeRawPointer, target: ChangedPart.Kind?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {}
}

/// The part of a table that is the same for all collections with one type of ID.
class AttachedElements<ID: Hashable>: ElementTable {
  final var ids = ContiguousArray<ID>()
  final var indices: [ID: Int] = [:]

  final override func add(_ slice: Slice) {
    let held = slice.watch.isAbsent ? nil : slice.watch.held?.pointer
    if slice.watch.indexPosition >= 0 {
      return attached.positions[slice.watch.indexPosition].held = held
    }
    guard case .element(let element) = slice.source, let id = element.id.base as? ID
    else { return }
    slice.watch.indexPosition = attached.slices.count
    indices[id] = attached.slices.count
    ids.append(id)
    attached.slices.append(slice)
    let position = element.position.withLock { $0 }
    attached.positions.append(CachedPosition(position: position, held: held))
  }

  final override func remove(_ slice: Slice) {
    let index = slice.watch.indexPosition
    guard index >= 0 else { return }
    slice.watch.indexPosition = -1
    // Nobody notices from here on where the element moves.
    if case .element(let element) = slice.source {
      element.position.withLock { $0 = CachedPosition.unknown }
    }
    indices[ids[index]] = nil
    let (last, id, position) = (
      attached.slices.removeLast(), ids.removeLast(), attached.positions.removeLast()
    )
    guard index < attached.slices.count else { return }
    attached.slices[index] = last
    ids[index] = id
    attached.positions[index] = position
    indices[id] = index
    last.watch.indexPosition = index
  }

  final override func removeAll() { (attached, ids, indices) = (([], [], 0), [], [:]) }
}

/// The attached values of a dictionary, or of one place, one for each identity its value has had.
final class KeyedElementTable<ID: Hashable>: AttachedElements<ID> {
  private let elements: ElementCollection

  init(_ elements: ElementCollection) { self.elements = elements }

  override func visit(
    _ collection: UnsafeRawPointer, target: ChangedPart.Kind?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    func visit(_ index: Int) {
      attached.comparisons += 1
      let slice = attached.slices[index]
      guard case .element(let element) = slice.source else { return }
      var isPresent = false
      elements.find(element.key.pointer, in: collection, nil) {
        isPresent = true
        changed(slice, $0)
      }
      if !isPresent { missing(slice) }
    }
    guard case .value(let type, let key) = target, type == ObjectIdentifier(ID.self)
    else { return attached.slices.indices.forEach(visit) }
    if let index = indices[key.assumingMemoryBound(to: ID.self).pointee] { visit(index) }
  }
}

struct CachedPosition {
  static let unknown = -1
  static let absent = -2

  var position: Int
  var held: UnsafeRawPointer?

  /// Returns the indices of the positions whose elements have moved or changed.
  ///
  /// O(number of positions). It compares bytes, compiled once for all types of elements.
  static func suspects(
    among positions: ContiguousArray<CachedPosition>, _ elements: UnsafeRawBufferPointer,
    size: Int, stride: Int
  ) -> [Int] {
    positions.withUnsafeBufferPointer { positions in
      positions.indices.filter { index in
        let start = positions[index].position * stride
        guard let base = elements.baseAddress, let held = positions[index].held,
          start >= 0, start < elements.count
        else { return true }
        return !Platform.bytesAreEqual(held, base + start, count: size)
      }
    }
  }
}

final class ArrayElementTable<Element, ID: Hashable>: AttachedElements<ID> {
  private let reader: ElementIDs<Element, ID>
  /// Finds elements that aren't attached yet, once there are many.
  private let cache: ElementCache<Element, ID>
  /// The number of elements that have been looked for.
  private var locatedCount = 0
  /// The number of them from which on a cache is faster than a search.
  private static var cacheThreshold: Int { 8 }

  init(_ reader: ElementIDs<Element, ID>, _ site: CallSite) {
    self.reader = reader
    cache = ElementCache(reader, site)
  }

  override func locate(_ slice: Slice, _ read: ((UnsafeRawPointer) -> Void) -> Void) {
    guard slice.watch.indexPosition < 0, case .element(let element) = slice.source,
      let id = element.id.base as? ID, element.position.withLock({ $0 < 0 })
    else { return }
    read { collection in
      let array = collection.assumingMemoryBound(to: [Element].self)
      locatedCount += 1
      let position = array.pointee.withUnsafeBufferPointer {
        locatedCount < Self.cacheThreshold
          ? reader.firstIndex(of: id, in: $0) : cache.index(of: id, in: $0)
      }
      element.position.withLock { $0 = position ?? CachedPosition.unknown }
    }
  }

  private func move(_ index: Int, to position: Int) {
    guard position != attached.positions[index].position else { return }
    attached.positions[index].position = position
    guard case .element(let element) = attached.slices[index].source else { return }
    element.position.withLock { $0 = position }
  }

  override func visit(
    _ collection: UnsafeRawPointer, target: ChangedPart.Kind?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    collection.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      if case .element(let position) = target, position < elements.count {
        guard let index = indices[reader.id(at: position, of: elements)] else { return }
        return _ = check(index, at: position, in: elements, changed)
      }
      attached.comparisons += attached.positions.count
      let suspects = CachedPosition.suspects(
        among: attached.positions, UnsafeRawBufferPointer(elements),
        size: MemoryLayout<Element>.size, stride: MemoryLayout<Element>.stride)
      var shift = 0
      func isFound(_ index: Int, movedBy step: Int) -> Bool {
        let position = attached.positions[index].position
        guard position >= 0, check(index, at: position + step, in: elements, changed)
        else { return false }
        if step != 0 { shift = step }
        return true
      }
      // An insertion or a removal moves all elements behind it by the same distance.
      let lost = suspects.filter {
        !isFound($0, movedBy: 0) && !isFound($0, movedBy: shift)
          && !isFound($0, movedBy: 1) && !isFound($0, movedBy: -1)
      }
      if lost.isEmpty { return }
      let found = search(elements)
      for index in lost {
        if let position = found[index], check(index, at: position, in: elements, changed) {
          continue
        }
        move(index, to: CachedPosition.absent)
        attached.positions[index].held = nil
        missing(attached.slices[index])
      }
    }
  }

  /// Returns whether an attached element is at `position`, and reports it if it has changed.
  @inline(__always)
  private func check(
    _ index: Int, at position: Int, in elements: UnsafeBufferPointer<Element>,
    _ changed: (Slice, UnsafeRawPointer) -> Void
  ) -> Bool {
    guard position >= 0, position < elements.count, let base = elements.baseAddress
    else { return false }
    attached.comparisons += 1
    let slice = attached.slices[index]
    if let held = attached.positions[index].held,
      Platform.bytesAreEqual(held, base + position, count: MemoryLayout<Element>.size)
    {
      move(index, to: position)
      return true
    }
    guard reader.id(of: base + position) == ids[index] else { return false }
    move(index, to: position)
    changed(slice, base + position)
    attached.positions[index].held = slice.watch.held?.pointer
    return true
  }

  /// Returns the positions of the attached elements in the array, in O(number of elements).
  private func search(_ elements: UnsafeBufferPointer<Element>) -> [Int?] {
    var found: [Int?] = ids.map { _ in nil }
    for position in 0..<elements.count {
      let id = reader.id(at: position, of: elements)
      guard let index = indices[id] else { continue }
      if let first = found[index] {
        cache.report(id, [first, position])
      } else {
        found[index] = position
      }
    }
    return found
  }
}
