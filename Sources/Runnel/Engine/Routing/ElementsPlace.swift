// SPDX-License-Identifier: MIT

/// A collection of addressed elements in the value of a composition of reducers.
package struct ElementsPlace: Sendable {
  /// The type of the elements.
  package let element: any AddressedElement.Type
  /// The optionals and cases around the collection, the outermost first, each with the bytes before
  /// it.
  private var parts: [(offset: Int, optic: Optic)] = []
  /// The bytes from the start of the innermost of them to the collection.
  private var offset = 0

  init(_ element: any AddressedElement.Type) {
    self.element = element
  }

  /// Returns the same place in the value around some steps, or `nil` if one is a computed property,
  /// whose getter isn't called for this.
  func inside(_ steps: [ReducerStep]) -> ElementsPlace? {
    var place = self
    for step in steps.reversed() {
      switch step {
      case .stored(let offset, _): place.move(by: offset)
      case .optic(let optic):
        switch optic.access {
        case .stored(let offset): place.move(by: offset)
        case .projected where !optic.isCase: return nil
        case .wrapped, .projected: place.parts.insert((0, optic), at: 0)
        }
      // A value with an identity, which is its own collection.
      case .elements: break
      }
    }
    return place
  }

  private mutating func move(by offset: Int) {
    if parts.isEmpty { self.offset += offset } else { parts[0].offset += offset }
  }

  /// Returns whether another place is surely the same one.
  func isSame(as other: ElementsPlace) -> Bool {
    offset == other.offset && parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy {
        $0.offset == $1.offset && ($0.optic === $1.optic || !$0.optic.isCase && !$1.optic.isCase)
      }
  }

  /// Calls `body` with the collection, unless it is absent.
  package func read(_ value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    read(value, from: 0, body)
  }

  private func read(
    _ value: UnsafeRawPointer, from part: Int, _ body: (UnsafeRawPointer) -> Void
  ) {
    guard part < parts.count else { return body(value + offset) }
    parts[part].optic.read(value + parts[part].offset) { read($0, from: part + 1, body) }
  }

  /// Changes the collection, which is present.
  package func modify(
    _ value: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    modify(value, from: 0, body)
  }

  private func modify(
    _ value: UnsafeMutableRawPointer, from part: Int, _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    guard part < parts.count else { return body(value + offset) }
    let (offset, optic) = parts[part]
    // An optional has its value at its start.
    guard let modify = optic.modify else {
      return self.modify(value + offset, from: part + 1, body)
    }
    _ = modify(value + offset, MutationBuffer()) { payload in
      self.modify(payload, from: part + 1, body)
      return .nothing
    }
  }
}

extension [ElementsPlace] {
  /// Calls `body`, which reduces an action on a value.
  @inline(__always)
  func reducing(_ value: UnsafeMutableRawPointer, _ body: () -> Void) {
    if let first { first.element.reducing(self, in: value, body) } else { body() }
  }
}

extension CompiledReducer {
  /// The collections of addressed elements that the reducer handles, outside of collections.
  ///
  /// Those in an element belong to a table of reducers further inside.
  var addressedElements: [ElementsPlace] {
    let inner = parts.flatMap { part -> [ElementsPlace] in
      guard case .elements(let elements) = part.steps.first else { return part.addressedElements }
      if let element = elements.addressedElement { return [ElementsPlace(element)] }
      return elements is any IdentifiedValueCollection ? part.addressedElements : []
    }
    return inner.compactMap { $0.inside(steps) }
  }
}
