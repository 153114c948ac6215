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
  /// Where the collection lies in the memory of the value, if it does.
  private let part: StoredPart?

  /// Creates the place of a collection at the end of some steps, the outermost first.
  init(_ steps: [Step], to collection: any ElementCollection) {
    self.steps = steps
    self.collection = collection
    elements = Step(collection)
    parts = Self.parts(of: steps, to: collection)
    hash = parts.hashValue
    part = StoredPart(behind: steps)
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
      case .payload: enter(.payload(offset: offset, ObjectIdentifier(step.partType)))
      case .computed, .derived:
        if let keyPath = step.keyPath {
          enter(.computed(offset: start, path?.appending(path: keyPath) ?? keyPath))
        } else {
          enter(.opaque(ObjectIdentifier(step)))
        }
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
  package var text: String { steps.text }

  /// The way from the root can be followed: it doesn't lead to a value derived from others.
  let isResolvable: Bool

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
    guard let part else { return read(value, steps[...], body) }
    if part.isPresent(in: value) { body(value + part.offset) }
  }

  private func read(
    _ value: UnsafeRawPointer, _ steps: ArraySlice<Step>, _ body: (UnsafeRawPointer) -> Void
  ) {
    guard let step = steps.first else { return body(value) }
    step.read(value) { read($0, steps.dropFirst(), body) }
  }

  /// Changes the collection, unless it is absent.
  package func modify(_ value: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void) {
    modify(value, steps[...], body)
  }

  private func modify(
    _ value: UnsafeMutableRawPointer, _ steps: ArraySlice<Step>,
    _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    guard let step = steps.first else { return body(value) }
    step.modify(value) { modify($0, steps.dropFirst(), body) }
  }

  /// Calls `body` with the element whose ID has a description that satisfies a condition.
  ///
  /// `value` is the root state, or the element around. O(number of elements).
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
      withUnsafePointer(to: id) { elements.find($0, in: whole, nil) { body(address, $0) } }
    }
  }

  /// A Boolean value indicating whether reading the place calls no getter.
  var isFreeOfGetters: Bool {
    !steps.contains { if case .computed = $0.kind { true } else { false } }
  }
}
