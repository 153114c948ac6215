// SPDX-License-Identifier: MIT

extension Slice {
  /// The identity of a slice that several scopes share.
  enum Key: Hashable {
    case stored(base: ObjectIdentifier, offset: Int, type: ObjectIdentifier, isWritable: Bool)
    case computed(parent: ObjectIdentifier, path: AnyKeyPath)
    case wrapped(base: ObjectIdentifier, offset: Int, type: ObjectIdentifier)
    /// The elements of a collection, with the key path of their ID.
    ///
    /// `nil` stands for the values of a dictionary.
    case elements(parent: ObjectIdentifier, path: AnyKeyPath?)
    case element(parent: ObjectIdentifier, id: AnyHashable)
    /// A part that effects belong to.
    case lifetime(parent: ObjectIdentifier, offset: Int, step: ObjectIdentifier)
  }

  /// The step from the parent to a slice, as it appears in the source.
  enum Name {
    case root
    case keyPath(AnyKeyPath)
    case same
    case closure
    case wrapped
    case enumCase(String?)
    case element(AnyHashable)
    case derived
  }

  /// The slice as it appears in the source: `\AppState.profile.name`.
  var path: String {
    let start = parent?.path ?? "\\\(type.type)"
    switch name {
    case .root, .same: return start
    case .closure: return "\(start) { \(type.type) }"
    case .wrapped: return "\(start)?"
    case .enumCase: return "\(start) as \(type.type)"
    case .element(let id): return "\(start)[\(id)]"
    case .derived:
      guard case .derived(let derivation) = source else { return start }
      let inputs = derivation.inputs.map { $0.path.drop { $0 != "." } }.joined(separator: ", ")
      return "\(start) { \(inputs) → \(type.type) }"
    case .keyPath(let keyPath):
      let words = String(describing: keyPath)
      return start + (words.firstIndex(of: ".").map { words[$0...] } ?? ".?")
    }
  }

  /// Returns whether this is `other`, a part of it, or computed from it.
  func isWithin(_ other: Slice) -> Bool {
    let ancestors = sequence(first: self, next: \.parent)
    if ancestors.contains(where: { $0 === other }) { return true }
    // Two scopes reach one stored slice through different parents.
    return other.isStored
      && ancestors.contains {
        $0.container === other.container && other.range.lowerBound <= $0.range.lowerBound
          && $0.range.upperBound <= other.range.upperBound
      }
  }

  /// Returns reducers of the root state that do to this slice what `reducers` do to its value.
  ///
  /// - Returns: `nil` if the slice is read-only.
  func lifted(_ reducers: [CompiledReducer]) -> [CompiledReducer]? {
    guard let parent else { return reducers }
    guard case .elements = source else {
      return optic.flatMap(reducers.through).flatMap(parent.lifted)
    }
    return parent.lifted(reducers)
  }

  /// The slice, or the enum around it, that all scopes of one place in the state share.
  var owner: (slice: Slice, caseName: String?) {
    if case .enumCase(let name) = name, let parent { return (parent.owner.slice, name) }
    return (self, nil)
  }
}
