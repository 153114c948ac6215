// SPDX-License-Identifier: MIT

extension Slice {
  /// The identity of a slice that several scopes share.
  enum Key: Hashable {
    case stored(base: ObjectIdentifier, offset: Int, type: ObjectIdentifier, isWritable: Bool)
    case computed(parent: ObjectIdentifier, path: AnyKeyPath)
    case wrapped(parent: ObjectIdentifier)
    /// The elements of a collection, with the key path of their IDs in an array.
    case elements(parent: ObjectIdentifier, path: AnyKeyPath?)
    case element(parent: ObjectIdentifier, id: AnyHashable)
    /// A part that effects belong to.
    case lifetime(parent: ObjectIdentifier, offset: Int, step: ObjectIdentifier)
  }

  /// The step from the parent as it appears in the source, if the kind of slice leaves it open.
  enum Name {
    case keyPath(AnyKeyPath)
    case enumCase(String?)
  }

  /// The slice as it appears in the source: `\AppState.profile.name`.
  var path: String {
    let start = parent?.path ?? "\\\(type.type)"
    switch (source, name) {
    case (_, .keyPath(let keyPath)):
      let words = String(describing: keyPath)
      return start + (words.firstIndex(of: ".").map { words[$0...] } ?? ".?")
    case (_, .enumCase): return "\(start) as \(type.type)"
    case (.root, _), (.stored, _), (.elements, _): return start
    case (.wrapped, _): return "\(start)?"
    case (.projected, _): return "\(start) { \(type.type) }"
    case (.element(let element), _): return "\(start)[\(element.id)]"
    case (.derived, _):
      let inputs = inputs.map { $0.path.drop { $0 != "." } }.joined(separator: ", ")
      return "\(start) { \(inputs) → \(type.type) }"
    }
  }

  /// Returns whether this is `other`, a part of it, or computed from it.
  func isWithin(_ other: Slice) -> Bool {
    sequence(first: self, next: \.parent).contains {
      // Two scopes reach one stored slice through different parents.
      $0 === other
        || other.isStored && $0.container === other.container
          && other.range.lowerBound <= $0.range.lowerBound
          && $0.range.upperBound <= other.range.upperBound
    }
  }

  /// Returns reducers of the root state that do to this slice what `reducers` do to its value.
  ///
  /// - Returns: `nil` if the slice is read-only.
  func lifted(_ reducers: [CompiledReducer]) -> [CompiledReducer]? {
    guard let parent, isWritable else { return parent == nil ? reducers : nil }
    switch source {
    case .stored:
      let offset = offset - parent.innerOffset
      let keyPath: AnyKeyPath? = if case .keyPath(let keyPath) = name { keyPath } else { nil }
      let step = ReducerStep.stored(offset: offset, keyPath)
      return parent.lifted(reducers.map { $0.moved(by: offset).placed(at: step) })
    case .wrapped(let optic), .projected(let optic):
      return parent.lifted(reducers.compactMap { $0.through(optic) })
    case .element(let element): return parent.lifted([element.lift(reducers)])
    case .root, .elements, .derived: return parent.lifted(reducers)
    }
  }

  /// The slice, or the enum around it, that all scopes of one place in the state share.
  var owner: (slice: Slice, caseName: String?) {
    if case .enumCase(let name) = name, let parent { return (parent.owner.slice, name) }
    // The value is at the same place whatever its identity is.
    if case .element(let element) = source, element.isIdentity, let place = parent?.parent {
      return place.owner
    }
    return (self, nil)
  }
}
