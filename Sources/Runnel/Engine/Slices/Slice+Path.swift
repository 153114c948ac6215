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

    /// Hashes what distinguishes most slices, and leaves the rest to `==`.
    ///
    /// Hashing all values took a third of the time of `scope`.
    func hash(into hasher: inout Hasher) {
      switch self {
      case .stored(let base, let offset, _, _):
        hasher.combine(UInt(bitPattern: base) ^ UInt(bitPattern: offset))
      case .lifetime(let parent, let offset, let step):
        hasher.combine(UInt(bitPattern: parent) ^ UInt(bitPattern: offset))
        hasher.combine(step)
      case .wrapped(let parent), .elements(let parent, _):
        hasher.combine(parent)
      case .computed(let parent, let path):
        hasher.combine(parent)
        hasher.combine(path)
      case .element(let parent, let id):
        hasher.combine(parent)
        hasher.combine(id)
      }
    }
  }

  /// The slice as it appears in the source: `\AppState.profile.name`.
  ///
  /// A computed value has no name. Its type and the place of its scope stand for it, as in
  /// `\AppState { Int at App/Rows.swift:9 }`.
  var path: String { path(hasPlaces: true) }

  func path(hasPlaces: Bool) -> String {
    guard let parent else { return "\\\(type.type)" }
    return parent.path(hasPlaces: hasPlaces) + step(hasPlaces: hasPlaces)
  }

  /// The step from the parent.
  private func step(hasPlaces: Bool) -> String {
    let site = hasPlaces ? site : nil
    switch source {
    case .stored(let keyPath): return keyPath.map { KeyPathText.of($0, at: site) } ?? ""
    case .part(let step):
      if let keyPath = step.keyPath { return KeyPathText.of(keyPath, at: site) }
      if case .projected = step.kind, !step.isCase {
        return KeyPathText.computed("\(type.type)", at: site)
      }
      var text = ""
      step.append(to: &text)
      return text
    case .root, .elements: return ""
    case .element(let element): return "[\(element.id)]"
    case .derived:
      let inputs = inputs.map { input in
        sequence(first: input, next: \.parent).reversed()
          .map { $0.step(hasPlaces: hasPlaces) }.joined().trimmingPrefix(" ")
      }
      return " { \(inputs.joined(separator: ", ")) → \(type.type) }"
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
    case .stored(let keyPath):
      return parent.lifted(reducers.map { $0.placed(at: storedStep(keyPath, in: parent)) })
    case .part(let step): return parent.lifted(reducers.compactMap { $0.through(step) })
    case .element(let element): return parent.lifted([element.lift(reducers)])
    case .root, .elements, .derived: return parent.lifted(reducers)
    }
  }

  /// The steps from the root state, or from the element around, to the slice.
  var steps: [Step] {
    guard let parent else { return [] }
    switch source {
    case .root: return []
    case .stored(let keyPath): return parent.steps + [storedStep(keyPath, in: parent)]
    case .part(let step): return parent.steps + [step]
    case .elements: return parent.steps
    case .element(let element):
      return element.isIdentity ? parent.steps + [Step(element.collection)] : []
    case .derived(let derivation): return [derivation.step]
    }
  }

  private func storedStep(_ keyPath: AnyKeyPath?, in parent: Slice) -> Step {
    Step(of: Void.self, .stored(offset: offset - parent.innerOffset), keyPath: keyPath)
  }

  /// The slice, or the enum around it, that all scopes of one place in the state share.
  var owner: (slice: Slice, caseName: String?) {
    if case .part(let step) = source, step.isCase, let parent {
      return (parent.owner.slice, caseName)
    }
    // The value is at the same place whatever its identity is.
    if case .element(let element) = source, element.isIdentity, let place = parent?.parent {
      return place.owner
    }
    return (self, nil)
  }
}
