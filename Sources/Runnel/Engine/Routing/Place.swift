// SPDX-License-Identifier: MIT

/// The way from the root state, or from an element of another collection, to a collection.
///
/// Two lists of the same kind of rows have different places. The same way has the same place, with
/// one path or several: what counts is the memory, and the path of a computed property.
///
/// `@unchecked`: immutable; the paths among the parts are `Sendable`.
package final class Place: Hashable, @unchecked Sendable {
  let collection: ElementCollection
  let steps: [Step]
  let elements: Step
  /// The key path that leads here from a `PathBase`, if the place was found with one.
  let keyPath: AnyKeyPath?
  // What tells the place from others: offsets and types, and the paths of what has no offset.
  private let words: [Int]
  private let paths: [AnyKeyPath]
  private let hash: Int
  /// Where the collection lies in the memory of the value, if it does.
  private let part: StoredPart?

  package init(_ steps: [Step], to collection: ElementCollection, keyPath: AnyKeyPath? = nil) {
    self.steps = steps
    self.collection = collection
    self.keyPath = keyPath
    elements = Step(collection)
    part = StoredPart(behind: steps)
    isResolvable = !steps.contains { if case .derived = $0.kind { true } else { false } }
    // A number for each kind of step, and what follows it.
    var words: [Int] = []
    var paths: [AnyKeyPath] = []
    var offset = 0
    // The properties since the last optional, case or computed property, and where they begin.
    var path: AnyKeyPath?
    var start = 0
    for step in steps {
      switch step.kind {
      case .stored(let distance):
        offset += distance
        if let keyPath = step.keyPath {
          path = path.map { $0.appending(path: keyPath) } ?? keyPath
        } else {
          (path, start) = (nil, offset)
        }
        continue
      case .wrapped:
        (path, start) = (nil, offset)
        continue
      // An identity lies in the bytes of its value.
      case .elements:
        continue
      case .payload:
        words += [0, offset, Int(bitPattern: ObjectIdentifier(step.partType))]
      case .computed, .derived:
        if let keyPath = step.keyPath {
          words += [1, start]
          paths.append(path?.appending(path: keyPath) ?? keyPath)
        } else {
          // A value that a closure computes.
          words += [2, Int(bitPattern: ObjectIdentifier(step))]
        }
      }
      (offset, path, start) = (0, nil, 0)
    }
    words += [
      offset, Int(bitPattern: ObjectIdentifier(collection.wholeType)),
      Int(bitPattern: ObjectIdentifier(collection.idType)),
    ]
    if let path = collection.path { paths.append(path) }
    self.words = words
    self.paths = paths
    hash = words.hashValue ^ paths.hashValue
  }

  /// The way as it appears in the source, from the first dot on.
  package var text: String { steps.text }

  /// The way from the root can be followed: it doesn't lead to a value derived from others.
  let isResolvable: Bool

  func address(_ id: AnyHashable) -> Address { collection.address(any: id, in: self) }

  /// The type of the elements, if the collection has given them their IDs.
  package var element: (any AddressedElement.Type)? { collection.addressedElement }

  package static func == (left: Place, right: Place) -> Bool {
    left === right
      || left.hash == right.hash && left.words == right.words && left.paths == right.paths
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  /// Calls `body` with the collection, unless it is absent.
  package func read(_ value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    // An action looks up its address before it is reduced, mostly in a stored property.
    guard let part else { return read(value, steps[...], body) }
    if part.isPresent(in: value) { body(value + part.offset) }
  }

  /// `dynamic`: the optimizer would compile it once for each closure.
  private dynamic func read(
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

  /// Calls `body` with the element whose ID has a description that satisfies a condition, in
  /// O(number of elements).
  package func find(
    in value: UnsafeRawPointer, where isMatch: (String) -> Bool,
    _ body: (Address, UnsafeRawPointer) -> Void
  ) {
    read(value) { whole in
      guard let id = collection.ids(in: whole, upTo: .max).first(where: { isMatch("\($0)") })
      else { return }
      let present = collection.address(any: id, in: self)
      guard let key = present.key else { return }
      // Without a mark: any element that has had the ID, as in the run that was recorded.
      collection.find(key.pointer, in: whole, nil) { body(address(present.id), $0) }
    }
  }

  /// Whether reading the place calls no getter.
  var isFreeOfGetters: Bool {
    !steps.contains { if case .computed = $0.kind { true } else { false } }
  }
}
