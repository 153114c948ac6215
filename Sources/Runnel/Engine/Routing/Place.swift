// SPDX-License-Identifier: MIT

/// The way from the root state, or from an element of another collection, to a collection.
///
/// Two lists of the same kind of rows have different places. Whoever describes the way in another
/// manner, with one path or with several, gets an equal place: what counts is the memory, and the
/// path of a computed property.
///
/// `@unchecked`: immutable; the paths among the parts are `Sendable`.
package final class Place: Hashable, @unchecked Sendable {
  private enum Part: Hashable {
    /// The payload of a case, by its type.
    case payload(offset: Int, ObjectIdentifier)
    case computed(offset: Int, AnyKeyPath)
    /// A value that a closure computes.
    case opaque(ObjectIdentifier)
    /// The collection, by its type, that of the IDs, and their path if it isn't `\.id`.
    case collection(offset: Int, ObjectIdentifier, ids: ObjectIdentifier, AnyKeyPath?)
  }

  let collection: any ElementCollection
  let steps: [Step]
  /// The step from the collection to its elements.
  let elements: Step
  private let parts: [Part]
  private let hash: Int
  /// The bytes from the start of the value to the collection, if all of the way is stored.
  private let offset: Int?

  /// Creates the place of a collection at the end of some steps, the outermost first.
  init(_ steps: [Step], to collection: any ElementCollection) {
    self.steps = steps
    self.collection = collection
    elements = Step(collection)
    parts = Self.parts(of: steps, to: collection)
    hash = parts.hashValue
    offset = steps.reduce(0 as Int?) { offset, step in
      offset.flatMap { outer in step.storedOffset.map { outer + $0 } }
    }
    isResolvable = !steps.contains { if case .derived = $0.kind { true } else { false } }
  }

  private static func parts(
    of steps: [Step], to collection: any ElementCollection
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
      switch step.kind {
      case .stored(let distance):
        offset += distance
        if let keyPath = step.keyPath {
          path = path.map { $0.appending(path: keyPath) } ?? keyPath
        } else {
          (path, start) = (nil, offset)
        }
      case .wrapped: (path, start) = (nil, offset)
      case .projected:
        if let type = step.payloadType {
          enter(.payload(offset: offset, ObjectIdentifier(type)))
        } else if let keyPath = step.keyPath {
          enter(.computed(offset: start, path?.appending(path: keyPath) ?? keyPath))
        } else {
          enter(.opaque(ObjectIdentifier(step)))
        }
      case .derived: enter(.opaque(ObjectIdentifier(step)))
      // An identity lies in the bytes of its value.
      case .elements: break
      }
    }
    parts.append(
      .collection(
        offset: offset, collection.wholeType, ids: collection.idType, collection.path))
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

  /// Returns the address of the element with an ID.
  func address(_ id: AnyHashable) -> Address { collection.address(any: id, in: self) }

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
    // An action looks up its address before it is reduced, mostly in a stored property.
    if let offset { return body(value + offset) }
    read(value, steps[...], body)
  }

  private func read(
    _ value: UnsafeRawPointer, _ steps: ArraySlice<Step>, _ body: (UnsafeRawPointer) -> Void
  ) {
    var (value, rest) = (value, steps)
    while let step = rest.popFirst() {
      switch step.kind {
      case .stored(let offset): value += offset
      case .wrapped(let isPresent): if !isPresent(value) { return }
      case .projected(let part): return part(value) { read($0, rest, body) }
      case .elements: break
      case .derived: return
      }
    }
    body(value)
  }

  /// Changes the collection, unless it is absent.
  package func modify(_ value: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void) {
    modify(value, steps[...], body)
  }

  private func modify(
    _ value: UnsafeMutableRawPointer, _ steps: ArraySlice<Step>,
    _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    var rest = steps
    guard let step = rest.popFirst() else { return body(value) }
    switch step.kind {
    case .stored(let offset): modify(value + offset, rest, body)
    // An optional has its value at its start.
    case .wrapped(let isPresent): if isPresent(value) { modify(value, rest, body) }
    case .projected:
      step.modify?(value) { modify($0, rest, body) }
    case .elements: modify(value, rest, body)
    case .derived: return
    }
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
      // Without a mark: any element that has had the ID, as in the run that was recorded.
      let address = self.address(elements.address(id, in: self).id)
      elements.read(id, near: nil, in: whole) { body(address, $0) }
    }
  }

  /// A Boolean value indicating whether reading the place calls no getter.
  var isFreeOfGetters: Bool {
    steps.allSatisfy { step in
      if case .projected = step.kind { step.isCase } else { true }
    }
  }
}
