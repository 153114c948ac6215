// SPDX-License-Identifier: MIT

/// The elements of an array, found by their IDs.
///
/// `@unchecked`: immutable; the functions that read IDs capture a `Sendable` key path or nothing.
final class ArrayElements<Element, ID: Hashable>: ElementCollection, @unchecked Sendable {
  typealias Whole = [Element]

  private let ids: ElementIDs<Element, ID>
  let path: AnyKeyPath?

  /// Creates a description of arrays whose elements have their IDs at a path.
  ///
  /// Messages about duplicate IDs refer to the site.
  init(by path: any KeyPath<Element, ID> & Sendable, at site: CallSite) {
    ids = ElementIDs(at: path, site) { $0[keyPath: path] }
    // In generic code, `\.id` is another path. Its text, which takes a while, is the same.
    let isID = Element.self is any Identifiable.Type && KeyPathText.of(path) == ".id"
    self.path = isID ? nil : path
  }

  /// Creates a description of arrays of identifiable elements.
  init(at site: CallSite) where Element: Identifiable, ID == Element.ID {
    // In generic code, `\.id` is a computed property, even if the type stores it.
    ids = ElementIDs(at: \.id, site) { $0.id }
    path = nil
  }

  func read(
    _ id: ID, near position: Locked<Int>?, in whole: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      let cached = position?.withLock { $0 } ?? CachedPosition.unknown
      guard cached != CachedPosition.absent, let base = elements.baseAddress else { return }
      let isThere = cached >= 0 && cached < elements.count && ids.id(of: base + cached) == id
      guard let found = isThere ? cached : ids.firstIndex(of: id, in: elements) else { return }
      if !isThere { position?.withLock { $0 = found } }
      body(base + found)
    }
  }

  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [ID] {
    whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      elements.indices.prefix(limit).map { ids.id(at: $0, of: elements) }
    }
  }

  func makeTable() -> any ElementTable {
    ArrayElementTable(ids)
  }

  func ownID(of element: UnsafeRawPointer, _ id: UnsafeRawPointer) -> ID {
    ids.id(of: element.assumingMemoryBound(to: Element.self))
  }

  /// The positions in each array at a place: a list inside another one has one in each element.
  private final class Positions {
    private let ids: ElementIDs<Element, ID>
    private var caches: [UnsafeRawPointer: ElementCache<Element, ID>] = [:]
    /// The array and the ID that were used last, and the position that was found there.
    ///
    /// An action looks its element up twice: before the reducers run, and in them.
    private var last: (whole: UnsafeRawPointer, id: UnsafeRawPointer, position: Int)?

    init(_ ids: ElementIDs<Element, ID>) { self.ids = ids }

    /// Returns the index of the element with an ID, or -1 if there is none.
    func index(of id: UnsafeRawPointer, in whole: UnsafeRawPointer) -> Int {
      let key = id
      let id = id.assumingMemoryBound(to: ID.self)
      return whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
        if let last, last.whole == whole, last.id == key, last.position < $0.count,
          ids.id(at: last.position, of: $0) == id.pointee
        {
          return last.position
        }
        // Arrays that are no longer used are forgotten from time to time.
        if caches.count > 16_384 { caches = [:] }
        guard
          let index = caches[whole, default: ElementCache(ids)].index(of: id.pointee, in: $0)
        else { return -1 }
        last = (whole, key, index)
        return index
      }
    }
  }

  func makeCache() -> AnyObject { Positions(ids) }

  func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, _ cache: AnyObject,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let index = unsafeDowncast(cache, to: Positions.self).index(of: id, in: whole)
    if index < 0 { return }
    whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
      if let base = $0.baseAddress { body(base + index) }
    }
  }

  func makeModify(_ cache: AnyObject) -> ElementModify {
    let positions = unsafeDowncast(cache, to: Positions.self)
    return { [ids] whole, id, output, body in
      let elements = whole.assumingMemoryBound(to: [Element].self)
      let start = output.pointee.changes.mark
      if let id {
        let index = positions.index(of: id, in: whole)
        if index < 0 { return false }
        let element = withUnsafeMutablePointer(to: &elements.pointee[index]) { $0 }
        guard body(id, element) else { return false }
        // If the ID has changed, an element has gone and another one has come.
        let isSame = ids.id(of: element) == id.assumingMemoryBound(to: ID.self).pointee
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
