// SPDX-License-Identifier: MIT

/// Runs the reducers of an array's elements.
///
/// One for each `forEach` of each store.
final class ArrayElementReducer<Element, ID: Hashable & Sendable> {
  private let table: ReducerTable
  private let path: any KeyPath<Element, ID> & Sendable
  private let ids: ElementIDs<Element, ID>
  private let site: CallSite
  private let collection: CollectionOptic
  private var target: ElementTarget<ID>
  /// The caches of the arrays, by place: a list inside another list has an array in each element.
  private var caches: [UnsafeRawPointer: ElementCache<Element, ID>] = [:]
  private let buffer = MutationBuffer()
  private let inner = MutationBuffer()

  init(
    _ reducers: [CompiledReducer], by path: any KeyPath<Element, ID> & Sendable, site: CallSite
  ) {
    table = ReducerTable(reducers)
    self.path = path
    ids = ElementIDs(at: path)
    self.site = site
    collection = .array(by: path, at: site)
    target = ElementTarget(around: reducers)
  }

  private static var cacheLimit: Int { 16_384 }

  /// Returns the index of the element with an ID in an array, with the array's own cache.
  private func index(of id: ID, in elements: UnsafeMutablePointer<[Element]>) -> Int? {
    // Places that are no longer used are forgotten from time to time.
    if caches.count > Self.cacheLimit { caches = [:] }
    return caches[UnsafeRawPointer(elements), default: ElementCache(by: path, site: site)]
      .index(of: id, in: elements.pointee)
  }

  private func id(at index: Int, of elements: UnsafeMutablePointer<[Element]>) -> ID {
    elements.pointee.withUnsafeBufferPointer { ids.id(at: index, of: $0) }
  }

  func reduce(
    _ elements: UnsafeMutablePointer<[Element]>, _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) -> Touch {
    guard let id = target.id(of: action) else { return reduceAll(elements, action, output) }
    guard let index = self.index(of: id, in: elements) else { return .nothing }
    return reduce(elements, at: index, id, action, output)
  }

  /// Reports the changed element if there is one, and the array if there are more.
  private func reduceAll(
    _ elements: UnsafeMutablePointer<[Element]>, _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) -> Touch {
    var result = Touch.nothing
    for index in elements.pointee.indices {
      let id = self.id(at: index, of: elements)
      // The report of the only changed element must survive the others, which reuse its memory.
      let touch = reduce(elements, at: index, id, action, output)
      guard case .nothing = touch else {
        guard case .nothing = result else { result = .whole; continue }
        result = touch
        continue
      }
    }
    return result
  }

  private func reduce(
    _ elements: UnsafeMutablePointer<[Element]>, at index: Int, _ id: ID, _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) -> Touch {
    let before = output.pointee.effects.count
    let touch = withUnsafeMutablePointer(to: &elements.pointee[index]) {
      ReducerOutput.reduce(
        id, of: elements, at: $0, action, with: table, reportingTo: inner, output)
    }
    if output.pointee.effects.count != before {
      // The ID as it is now, if the reducer has changed it.
      let id = self.id(at: index, of: elements)
      output.pointee.addStep(.element(collection, AnyHashable(id)), toEffectsFrom: before)
    }
    if case .nothing = touch { return .nothing }
    // An element with another ID: the previous ID has no element anymore.
    guard self.id(at: index, of: elements) == id else { return .whole }
    return buffer.report(.element(index), in: MemoryLayout<[Element]>.size, touch)
  }
}
