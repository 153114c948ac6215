// SPDX-License-Identifier: MIT

/// The way from the root state, or from the element around, to the value of a reducer or a scope:
/// where the paths to its collections begin.
///
/// `@unchecked`: immutable but for the cache, which is locked.
package final class PathBase: @unchecked Sendable {
  let steps: [Step]
  let type: Any.Type
  let isPartial: Bool
  private let places = Locked<[Place]>([])

  init(_ steps: [Step], of type: Any.Type) {
    self.steps = steps
    self.type = type
    isPartial = steps.contains(where: \.isPartial)
  }

  package convenience init(root type: Any.Type) {
    self.init([], of: type)
  }

  /// Returns the place of a collection at a path from here.
  func place(_ path: ElementsPath) -> Place { place(path.keyPath, path) }

  func place<State, Elements: ElementsByID>(
    _ keyPath: any KeyPath<State, Elements> & Sendable, at site: CallSite
  ) -> Place {
    place(keyPath, ElementsPath(keyPath, at: site))
  }

  private func place(_ keyPath: AnyKeyPath?, _ path: @autoclosure () -> ElementsPath) -> Place {
    // A literal is mostly the same object.
    let known = places.withLock { places in
      places.first { $0.keyPath === keyPath } ?? places.first { $0.keyPath == keyPath }
    }
    if let known { return known }
    let path = path()
    let place = Place(steps + path.steps, to: path.collection, keyPath: keyPath)
    places.withLock { $0.append(place) }
    return place
  }
}

/// The way from a value to the elements of a collection in it.
///
/// `@unchecked`: immutable, and so are the parts of steps.
struct ElementsPath: @unchecked Sendable {
  /// The path to the collection, unless that is the value.
  var keyPath: AnyKeyPath?
  var rootType: Any.Type
  /// The way to what stores the elements.
  var steps: [Step]
  let collection: ElementCollection
  /// The step from what is stored for an element to the element, unless both are the same.
  var part: Step?
  /// The identity that elements have besides their ID, as the values of a dictionary can.
  var identity: ElementCollection?

  init(to collection: ElementCollection, identifiedBy identity: ElementCollection? = nil) {
    rootType = collection.wholeType
    steps = []
    self.collection = collection
    self.identity = identity
  }

  init<State, Elements: ElementsByID>(
    _ keyPath: any KeyPath<State, Elements> & Sendable, at site: CallSite
  ) {
    self = Elements.elementAccess(at: site).path
    self.keyPath = keyPath
    rootType = State.self
    steps.insert(.property(keyPath), at: 0)
  }

  /// Returns reducers of the value that run reducers of the elements.
  func lift(_ reducers: [CompiledReducer]) -> [CompiledReducer] {
    var inner = reducers
    if let part { inner = inner.through(part) }
    if let identity { inner = [inner.forEach(of: identity)] }
    inner = [inner.forEach(of: collection)]
    for step in steps.reversed() { inner = inner.through(step) }
    return inner
  }

  /// Returns the slice of an element, of which the caller is a user, and the ID that it has now.
  func slice(
    of id: AnyHashable, in whole: Slice, _ engine: Engine, for site: CallSite
  ) -> (slice: Slice, id: AnyHashable)? {
    let slices = engine.slices
    slices.retain(whole)
    var slice = whole
    for step in steps {
      let inner = slices.part(step, of: slice)
      slices.release(slice)
      slice = inner
    }
    defer { slices.release(slice) }
    var id = id
    if collection.addressedElement != nil {
      guard let present = engine.find(in: slice, for: site, { collection.presentID(id, in: $0) })
      else { return nil }
      id = present
    }
    guard let element = slices.element(id, of: slice, collection) else { return nil }
    guard let part else { return (element, id) }
    defer { slices.release(element) }
    return (slices.part(part, of: element), id)
  }
}

/// The text of a key path in paths such as `\AppState.profile.name`.
package enum KeyPathText {
  /// Returns the components of a key path, from the first dot on.
  ///
  /// The standard library describes a computed property with a memory address. This text has its
  /// type instead, and the call's place.
  package static func of(_ keyPath: AnyKeyPath, at site: CallSite? = nil) -> String {
    let text = String(describing: keyPath)
    guard let start = text.firstIndex(of: ".") else { return ".?" }
    var rest = text[start...]
    var result = ""
    while let unnamed = rest.firstRange(of: ".<computed "),
      let type = type(in: rest[unnamed.upperBound...])
    {
      result += rest[..<unnamed.lowerBound] + computed(type.name, at: site)
      rest = type.rest
    }
    // The parts of a tuple are labeled `.0` and so on, after another dot.
    return (result + rest).replacing("..", with: ".")
  }

  static func computed(_ type: some StringProtocol, at site: CallSite?) -> String {
    " { \(type)\(site.map { " at \($0)" } ?? "") }"
  }

  /// Finds the type in `0x7f00 (Optional<Int>)>`, and what follows the component.
  private static func type(in text: Substring) -> (name: Substring, rest: Substring)? {
    guard let start = text.firstIndex(of: "(") else { return nil }
    var depth = 0
    for index in text[start...].indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 {
        return (text[text.index(after: start)..<index], text[index...].dropFirst(2))
      }
    }
    return nil
  }
}
