// SPDX-License-Identifier: MIT

/// The elements of an array, found by their IDs.
///
/// `@unchecked`: as `ElementCollection` states.
final class ArrayElements<Element, ID: Hashable>: TypedElements<ID>, @unchecked Sendable {
  private let ids: ElementIDs<Element, ID>
  /// For messages about duplicate IDs.
  private let site: CallSite

  init(by path: any KeyPath<Element, ID> & Sendable, at site: CallSite) {
    ids = ElementIDs(at: path) { $0[keyPath: path] }
    self.site = site
    // In generic code, `\.id` is another path. Its text, which takes a while, is the same.
    let isID = Element.self is any Identifiable.Type && KeyPathText.of(path) == ".id"
    super.init([Element].self, of: Element.self, at: isID ? nil : path)
  }

  init(at site: CallSite) where Element: Identifiable, ID == Element.ID {
    // In generic code, `\.id` is a computed property, even if the type stores it.
    ids = ElementIDs(at: \.id) { $0.id }
    self.site = site
    super.init([Element].self, of: Element.self)
  }

  override func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, near position: Locked<Int>,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let id = id.assumingMemoryBound(to: ID.self)
    whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      let cached = position.withLock { $0 }
      guard cached != CachedPosition.absent, let base = elements.baseAddress else { return }
      let isThere =
        cached >= 0 && cached < elements.count && ids.id(of: base + cached) == id.pointee
      guard let found = isThere ? cached : ids.firstIndex(of: id.pointee, in: elements)
      else { return }
      if !isThere { position.withLock { $0 = found } }
      body(base + found)
    }
  }

  override func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [AnyHashable] {
    whole.assumingMemoryBound(to: [Element].self).pointee.prefix(limit).map { element in
      AnyHashable(withUnsafePointer(to: element) { ids.id(of: $0) })
    }
  }

  override func makeTable() -> ElementTable {
    ArrayElementTable(ids, site)
  }

  override func ownID(of element: UnsafeRawPointer, _ id: UnsafeRawPointer) -> ID {
    ids.id(of: element.assumingMemoryBound(to: Element.self))
  }

  /// The positions in each array at a place: a list inside another one has one in each element.
  private final class Positions {
    private let ids: ElementIDs<Element, ID>
    private let site: CallSite
    private typealias Cache = ElementCache<Element, ID>
    private var caches: [UnsafeRawPointer: Cache] = [:]
    /// What was found last: an action looks its element up before the reducers and in them.
    private var last: (whole: UnsafeRawPointer, cache: Cache, id: UnsafeRawPointer, position: Int)?

    init(_ ids: ElementIDs<Element, ID>, _ site: CallSite) { (self.ids, self.site) = (ids, site) }

    /// Returns the index of the element with an ID, or -1 if there is none.
    func index(of id: UnsafeRawPointer, in whole: UnsafeRawPointer) -> Int {
      let key = id
      let id = id.assumingMemoryBound(to: ID.self)
      return whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
        // Wherever the array lies: a payload is copied for each use.
        if let last, last.id == key, last.position < $0.count,
          ids.id(at: last.position, of: $0) == id.pointee
        {
          return last.position
        }
        let cache = cache(of: whole)
        guard let index = cache.index(of: id.pointee, in: $0) else { return -1 }
        last = (whole, cache, key, index)
        return index
      }
    }

    private func cache(of whole: UnsafeRawPointer) -> Cache {
      if let last, last.whole == whole { return last.cache }
      if let known = caches[whole] { return known }
      // Arrays that are no longer used are forgotten from time to time.
      if caches.count > 16_384 { caches = [:] }
      let cache = Cache(ids, site)
      caches[whole] = cache
      return cache
    }
  }

  override func makeCache() -> AnyObject? { Positions(ids, site) }

  private func index(
    of id: UnsafeRawPointer, in whole: UnsafeRawPointer, _ cache: AnyObject?
  ) -> Int {
    if let cache { return unsafeDowncast(cache, to: Positions.self).index(of: id, in: whole) }
    return whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
      ids.firstIndex(of: id.assumingMemoryBound(to: ID.self).pointee, in: $0) ?? -1
    }
  }

  override func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, _ cache: AnyObject?,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let index = index(of: id, in: whole, cache)
    if index < 0 { return }
    whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
      if let base = $0.baseAddress { body(base + index) }
    }
  }

  override func makeModify(_ cache: AnyObject?) -> ElementModify {
    { [self] whole, id, output, body in
      let elements = whole.assumingMemoryBound(to: [Element].self)
      let start = output.pointee.changes.mark
      if let id {
        let index = index(of: id, in: whole, cache)
        if index < 0 { return false }
        let element = withUnsafeMutablePointer(to: &elements.pointee[index]) {
          // Untyped: a function that returns a generic type searches for that.
          UnsafeMutableRawPointer($0)
        }
        guard body(id, element) else { return false }
        // If the ID has changed, an element has gone and another one has come.
        let isSame = ownID(of: element, id) == id.assumingMemoryBound(to: ID.self).pointee
        output.pointee.changes.enclose(
          from: start, in: .element(index), size: MemoryLayout<[Element]>.size, isOnly: isSame)
        return true
      }
      var count = 0
      for index in elements.pointee.indices {
        withUnsafeMutablePointer(to: &elements.pointee[index]) { element in
          withUnsafePointer(to: ids.id(of: element)) { id in
            guard body(id, element) else { return }
            count += 1
            let isOnly = count == 1 && ids.id(of: element) == id.pointee
            output.pointee.changes.enclose(
              from: start, in: .element(index), size: MemoryLayout<[Element]>.size, isOnly: isOnly)
          }
        }
      }
      return count > 0
    }
  }
}

/// The positions of the elements of an array by ID, for one thread at a time.
///
/// Each cached position is checked and looked up again if it is wrong: any array works, and one
/// whose elements mostly stay in place is fast. Reducers and slices use one each.
final class ElementCache<Element, ID: Hashable> {
  private let ids: ElementIDs<Element, ID>
  private let site: CallSite
  private var positions: [ID: Int] = [:]
  /// The number of elements, from the start, that the cache has seen.
  private var seen = 0
  private var hasReported = false
  private static var nearDistance: Int { 16 }

  init(_ ids: ElementIDs<Element, ID>, _ site: CallSite) { (self.ids, self.site) = (ids, site) }

  /// Returns the index of an element with an ID, one of them if several have it.
  ///
  /// O(1) if the element is near where it was, O(n) otherwise.
  func index(of id: ID, in elements: UnsafeBufferPointer<Element>) -> Int? {
    func isThere(_ index: Int) -> Bool {
      index >= 0 && index < elements.count && ids.id(at: index, of: elements) == id
    }
    if elements.count > seen { scan(seen..<elements.count, of: elements) }
    if let known = positions[id] {
      if isThere(known) { return known }
      // Some elements were inserted or removed in front of it.
      for distance in 1...Self.nearDistance {
        for index in [known + distance, known - distance] where isThere(index) {
          positions[id] = index
          return index
        }
      }
    } else if ids.firstIndex(of: id, in: elements) == nil {
      // Much faster than a dictionary of all.
      return nil
    }
    positions.removeAll(keepingCapacity: true)
    scan(0..<elements.count, of: elements)
    return positions[id]
  }

  private func scan(_ range: Range<Int>, of elements: UnsafeBufferPointer<Element>) {
    for index in range {
      let id = ids.id(at: index, of: elements)
      if let known = positions.updateValue(index, forKey: id), known < index,
        ids.id(at: known, of: elements) == id
      {
        positions[id] = known
        report(id, [known, index])
      }
    }
    seen = elements.count
  }

  func report(_ id: ID, _ positions: [Int]) {
    guard !hasReported else { return }
    hasReported = true
    Misuse.duplicateIDs(id, of: Element.self, at: positions, site).warn()
  }
}
