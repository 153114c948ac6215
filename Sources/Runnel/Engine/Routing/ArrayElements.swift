// SPDX-License-Identifier: MIT

/// The elements of an array, found by their IDs.
///
/// `@unchecked`: immutable; the functions that read IDs capture a `Sendable` key path or nothing.
final class ArrayElements<Element, ID: Hashable>: ElementCollection, @unchecked Sendable {
  typealias Whole = [Element]

  private let ids: ElementIDs<Element, ID>

  /// Creates a description of arrays whose elements have their IDs at a path.
  ///
  /// Messages about duplicate IDs refer to the site.
  init(by path: any KeyPath<Element, ID> & Sendable, at site: CallSite) {
    ids = ElementIDs(at: path, site) { $0[keyPath: path] }
  }

  /// Creates a description of arrays of identifiable elements.
  init(at site: CallSite) where Element: Identifiable, ID == Element.ID {
    // In generic code, `\.id` is a computed property, even if the type stores it.
    ids = ElementIDs(at: \.id, site) { $0.id }
  }

  var path: AnyKeyPath? { ids.path }

  func read(
    _ id: ID, near position: Locked<Int>?, in whole: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      let cached = position?.withLock { $0 } ?? CachedPosition.unknown
      guard cached != CachedPosition.absent, let base = elements.baseAddress else { return }
      let isThere = cached >= 0 && cached < elements.count && ids.id(of: base + cached) == id
      let found = isThere ? cached : ids.firstIndex(of: id, in: elements)
      if let found { body(base + found) }
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

  /// The positions in each array at a place: a list inside another one has one in each element.
  private final class Positions {
    private let ids: ElementIDs<Element, ID>
    @exclusivity(unchecked)
    private var caches: [UnsafeRawPointer: ElementCache<Element, ID>] = [:]

    init(_ ids: ElementIDs<Element, ID>) { self.ids = ids }

    func index(of id: ID, in whole: UnsafeRawPointer) -> Int? {
      // Arrays that are no longer used are forgotten from time to time.
      if caches.count > 16_384 { caches = [:] }
      return whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
        caches[whole, default: ElementCache(ids)].index(of: id, in: $0)
      }
    }
  }

  func makeCache() -> AnyObject? { Positions(ids) }

  private func positions(_ cache: AnyObject?) -> Positions { cache as? Positions ?? Positions(ids) }

  func find(
    _ id: ID, in whole: UnsafeRawPointer, _ cache: AnyObject?, _ body: (UnsafeRawPointer) -> Void
  ) {
    guard let index = positions(cache).index(of: id, in: whole) else { return }
    whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
      if let base = $0.baseAddress { body(base + index) }
    }
  }

  func makeModify(_ cache: AnyObject?) -> ElementModify<ID> {
    let positions = positions(cache)
    let buffer = MutationBuffer()
    return { [ids] whole, id, body in
      let elements = whole.assumingMemoryBound(to: [Element].self)
      var indices = elements.pointee.indices
      if let id {
        guard let index = positions.index(of: id, in: whole) else { return .nothing }
        indices = index..<(index + 1)
      }
      var result = Touch.nothing
      for index in indices {
        let touch = withUnsafeMutablePointer(to: &elements.pointee[index]) { element in
          let id = id ?? ids.id(of: element)
          let touch = body(id, element) { ids.id(of: element) }
          if case .nothing = touch { return touch }
          // With another ID: the previous ID has no element anymore.
          return ids.id(of: element) == id
            ? buffer.report(.element(index), in: MemoryLayout<[Element]>.size, touch) : .whole
        }
        result.combine(with: touch)
      }
      return result
    }
  }
}
