// SPDX-License-Identifier: MIT

/// The way from the root state, or from an element of another collection, to a collection.
///
/// Two lists of the same kind of rows have different places. Whoever describes the way in another
/// manner, with one path or with several, gets an equal place: what counts is the memory, and the
/// path of a computed property.
///
/// `@unchecked`: immutable, and so are the parts of steps.
package final class Place: Hashable, @unchecked Sendable {
  private enum Part: Hashable {
    /// The payload of a case, by its type.
    case payload(offset: Int, ObjectIdentifier)
    case computed(offset: Int, AnyKeyPath)
    /// A value that a closure computes.
    case opaque(ObjectIdentifier)
    case collection(offset: Int, ObjectIdentifier)
  }

  let collection: any ElementCollection
  private let steps: [ReducerStep]
  private let parts: [Part]
  private let hash: Int

  /// Creates the place of a collection at the end of some steps, the outermost first.
  init(_ steps: [ReducerStep], to collection: any ElementCollection) {
    self.steps = steps
    self.collection = collection
    parts = Self.parts(of: steps, to: collection)
    hash = parts.hashValue
    isResolvable = !steps.contains { if case .derived = $0 { true } else { false } }
  }

  private static func parts(
    of steps: [ReducerStep], to collection: any ElementCollection
  ) -> [Part] {
    var parts: [Part] = []
    var offset = 0
    // The properties since the last optional, case or computed property, and where they begin.
    var path: AnyKeyPath?
    var start = 0
    func enter(_ part: Part) {
      parts.append(part)
      (offset, path, start) = (0, nil, 0)
    }
    for step in steps {
      switch step {
      case .stored(let distance, let keyPath):
        offset += distance
        path = path.map { keyPath.flatMap($0.appending) } ?? keyPath
      case .elements: break
      case .derived(let object): enter(.opaque(ObjectIdentifier(object)))
      case .optic(let optic):
        switch optic.access {
        case .stored(let distance):
          offset += distance
          path =
            path.map { outer in optic.keyPath.flatMap { outer.appending(path: $0) } }
            ?? optic.keyPath
        case .wrapped: (path, start) = (nil, offset)
        case .projected:
          if let type = optic.payloadType {
            enter(.payload(offset: offset, ObjectIdentifier(type)))
          } else if let keyPath = optic.keyPath {
            let whole = path.map { $0.appending(path: keyPath) } ?? keyPath
            enter(.computed(offset: whole == nil ? offset : start, whole ?? keyPath))
          } else {
            enter(.opaque(ObjectIdentifier(optic)))
          }
        }
      }
    }
    parts.append(.collection(offset: offset, collection.wholeType))
    return parts
  }

  /// The way as it appears in the source, from the first dot on.
  package var text: String {
    var text = ""
    for step in steps { step.append(to: &text) }
    return text
  }

  /// A Boolean value indicating whether the way from the root can be followed.
  ///
  /// That to a value which is derived from others can't.
  let isResolvable: Bool

  /// The type of the elements, if the collection has given them their IDs.
  package var element: (any AddressedElement.Type)? { collection.addressedElement }

  package static func == (left: Place, right: Place) -> Bool {
    left === right || left.hash == right.hash && left.parts == right.parts
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  // MARK: Access

  /// Calls `body` with the collection, unless it is absent.
  package func read(_ value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    read(value, steps[...], body)
  }

  private func read(
    _ value: UnsafeRawPointer, _ steps: ArraySlice<ReducerStep>, _ body: (UnsafeRawPointer) -> Void
  ) {
    var (value, rest) = (value, steps)
    while let step = rest.popFirst() {
      switch step {
      case .stored(let offset, _): value += offset
      case .elements, .derived: break
      case .optic(let optic):
        guard case .stored(let offset) = optic.access else {
          return optic.read(value) { read($0, rest, body) }
        }
        value += offset
      }
    }
    body(value)
  }

  /// Changes the collection, unless it is absent.
  package func modify(_ value: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void) {
    modify(value, steps[...], body)
  }

  private func modify(
    _ value: UnsafeMutableRawPointer, _ steps: ArraySlice<ReducerStep>,
    _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    var (value, rest) = (value, steps)
    while let step = rest.popFirst() {
      switch step {
      case .stored(let offset, _): value += offset
      case .elements, .derived: break
      case .optic(let optic):
        switch optic.access {
        case .stored(let offset): value += offset
        // An optional has its value at its start.
        case .wrapped(let isPresent): if !isPresent(value) { return }
        case .projected:
          _ = optic.modify?(value, MutationBuffer()) { part in
            modify(part, rest, body)
            return .nothing
          }
          return
        }
      }
    }
    body(value)
  }

  /// Finds the element whose ID has a description that satisfies a condition.
  ///
  /// O(number of elements).
  ///
  /// - Parameters:
  ///   - value: The root state, or the element around.
  ///   - isMatch: Returns whether a description is that of the ID.
  ///   - body: Receives the address and the element.
  package func find(
    in value: UnsafeRawPointer, where isMatch: (String) -> Bool,
    _ body: (Address, UnsafeRawPointer) -> Void
  ) {
    find(in: collection, value, isMatch, body)
  }

  private func find<Elements: ElementCollection>(
    in elements: Elements, _ value: UnsafeRawPointer, _ isMatch: (String) -> Bool,
    _ body: (Address, UnsafeRawPointer) -> Void
  ) {
    read(value) { whole in
      guard let id = elements.ids(in: whole, upTo: .max).first(where: { isMatch("\($0)") })
      else { return }
      elements.read(id, near: nil, in: whole) { body(elements.address(id, in: self), $0) }
    }
  }

  /// A Boolean value indicating whether reading the place calls no getter.
  var isFreeOfGetters: Bool {
    steps.allSatisfy { step in
      if case .optic(let optic) = step, case .projected = optic.access {
        optic.isCase
      } else {
        true
      }
    }
  }
}

/// The way from the root state, or from the element around, to the value of a reducer or a scope:
/// where the paths to its collections begin.
///
/// `@unchecked`: immutable but for the cache, which is locked.
package final class PathBase: @unchecked Sendable {
  let steps: [ReducerStep]
  private let places = Locked<[AnyKeyPath: Place]>([:])

  init(_ steps: [ReducerStep]) {
    self.steps = steps
  }

  /// Returns the place of a collection at a path from here.
  func place(_ path: ElementsPath) -> Place { place(path.keyPath, path) }

  private func place(_ keyPath: AnyKeyPath, _ path: @autoclosure () -> ElementsPath) -> Place {
    if let known = places.withLock({ $0[keyPath] }) { return known }
    let path = path()
    let place = Place(steps + path.steps, to: path.collection)
    places.withLock { $0[keyPath] = place }
    return place
  }

  /// Returns the place of a collection at a path from here.
  func place<State, Elements: ElementsByID>(
    _ keyPath: any KeyPath<State, Elements> & Sendable, at site: CallSite
  ) -> Place {
    place(keyPath, ElementsPath(keyPath, at: site))
  }
}

/// The way from a value to a collection in it.
///
/// `@unchecked`: immutable, and so are the parts of steps.
struct ElementsPath: @unchecked Sendable {
  fileprivate let keyPath: AnyKeyPath
  fileprivate let steps: [ReducerStep]
  fileprivate let collection: any ElementCollection

  init<State, Elements: ElementsByID>(
    _ keyPath: any KeyPath<State, Elements> & Sendable, at site: CallSite
  ) {
    let access = Elements.elementAccess(at: site)
    self.keyPath = keyPath
    steps = [.optic(.property(keyPath))] + access.steps
    collection = access.collection
  }
}

/// What a body of a reducer knows about where it is, once it runs in a store.
struct ReducerSite {
  let base: PathBase
  /// The positions of elements, which all reducers of a store share.
  let positions: ElementPositions

  /// The site of reducers of a root state.
  init() {
    (base, positions) = (PathBase([]), ElementPositions())
  }

  private init(_ base: PathBase, _ positions: ElementPositions) {
    (self.base, self.positions) = (base, positions)
  }

  func appending(_ steps: some Collection<ReducerStep>) -> ReducerSite {
    steps.isEmpty ? self : ReducerSite(PathBase(base.steps + steps), positions)
  }

  /// The same for what is inside an element.
  var inside: ReducerSite { ReducerSite(PathBase([]), positions) }
}

/// Where elements were found last, by the place of their collection.
///
/// Used by the code that reduces, one thread at a time.
final class ElementPositions {
  private var caches: [Place: AnyObject] = [:]

  /// Returns the cache of a collection, or `nil` if it needs none.
  func cache(of place: Place) -> AnyObject? {
    if let known = caches[place] { return known }
    let made = place.collection.makeCache()
    caches[place] = made
    return made
  }

  /// Finds the first element on the way of an address that doesn't exist.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - root: The root state.
  /// - Returns: The address from that element on, or `nil` if all exist.
  @inline(__always)
  func missing(at address: Address, in root: UnsafeRawPointer) -> Address? {
    var (next, base): (Address?, UnsafeRawPointer) = (address, root)
    // An instance isn't a part of the state.
    while let step = next, step.place == nil { next = step.inner }
    guard let next, let place = next.place else { return nil }
    return missing(at: next, in: place, of: place.collection, base)
  }

  private func missing<Elements: ElementCollection>(
    at address: Address, in place: Place, of elements: Elements, _ base: UnsafeRawPointer
  ) -> Address? {
    guard place.isResolvable else { return nil }
    var result: Address? = address
    place.read(base) { whole in
      guard let id = elements.id(address) else { return }
      elements.find(id, in: whole, cache(of: place)) { element in
        result = address.inner.flatMap { missing(at: $0, in: element) }
      }
    }
    return result
  }

  /// Returns why an action is dropped of whose address a part is missing.
  func reason(
    _ missing: Address, of address: Address, in base: UnsafeRawPointer, _ path: String
  ) -> ActionReport.Reason {
    guard let place = address.place else {
      return address.inner.map { reason(missing, of: $0, in: base, path) } ?? .noReducer
    }
    return reason(missing, address, in: place, of: place.collection, base, path)
  }

  private func reason<Elements: ElementCollection>(
    _ missing: Address, _ address: Address, in place: Place, of elements: Elements,
    _ base: UnsafeRawPointer, _ path: String
  ) -> ActionReport.Reason {
    let path = path + place.text
    var result = ActionReport.Reason.absentState(path: path)
    place.read(base) { whole in
      // A few are enough to see the mistake.
      let present = elements.ids(in: whole, upTo: 10).map { "\($0)" }
      result = .noElement(id: "\(address.id)", path: path, present: present)
      guard missing !== address, let id = elements.id(address), let inner = address.inner
      else { return }
      elements.find(id, in: whole, cache(of: place)) { element in
        result = reason(missing, of: inner, in: element, "\(path)[\(address.id)]")
      }
    }
    return result
  }
}
