// SPDX-License-Identifier: MIT

extension Slice {
  /// The slice as in the source: `\AppState.profile.name`, or for a computed value, which has no
  /// name, its type and the place of its scope, as in `\AppState { Int at App/Rows.swift:9 }`.
  var path: String { path(hasPlaces: true) }

  func path(hasPlaces: Bool) -> String {
    guard let parent else { return "\\\(type.type)" }
    return parent.path(hasPlaces: hasPlaces) + step(hasPlaces: hasPlaces)
  }

  /// The path behind the type of the root.
  private func way(hasPlaces: Bool, in level: Int) -> String {
    (parent?.way(hasPlaces: hasPlaces, in: level) ?? "") + step(hasPlaces: hasPlaces, in: level)
  }

  // `level` is the number of derived values around this part of the text.
  private func step(hasPlaces: Bool, in level: Int = 0) -> String {
    let site = hasPlaces ? site : nil
    if let path = step?.keyPath { return KeyPathText.of(path, at: site) }
    switch source {
    case .part(let step):
      if case .computed = step.kind { return KeyPathText.computed("\(type.type)", at: site) }
      return step.text
    case .root, .stored, .elements: return ""
    case .element(let element): return "[\(element.id)]"
    case .derived:
      // With the inputs of all inputs, the text would double with each layer of values.
      if level == 2 { return " { … → \(type.type) }" }
      let inputs = inputs.map { input in
        input.way(hasPlaces: hasPlaces, in: level + 1).trimmingPrefix(" ")
      }
      return " { \(inputs.joined(separator: ", ")) → \(type.type) }"
    }
  }

  private var step: Step? {
    switch source {
    case .stored(let keyPath, let offset):
      parent.map { parent in
        Step(
          Void.self, to: Void.self, .stored(offset: offset - parent.innerOffset), keyPath: keyPath)
      }
    case .part(let step): step
    case .root, .elements, .element, .derived: nil
    }
  }

  /// Whether this is `other`, a part of it, or computed from it.
  func isWithin(_ other: Slice) -> Bool {
    sequence(first: self, next: \.parent).contains {
      // Two scopes reach one stored slice through different parents.
      $0 === other
        || other.isStored && $0.container === other.container
          && other.range.lowerBound <= $0.range.lowerBound
          && $0.range.upperBound <= other.range.upperBound
    }
  }

  /// Returns reducers of the root state that do to this slice what `reducers` do to its value, or
  /// `nil` if the slice is read-only.
  func lifted(_ reducers: [CompiledReducer]) -> [CompiledReducer]? {
    guard let parent, isWritable else { return parent == nil ? reducers : nil }
    if case .element(let element) = source {
      return parent.lifted([reducers.forEach(of: element.collection, only: element.key)])
    }
    return parent.lifted(step.map { reducers.through($0) } ?? reducers)
  }

  /// The steps from the root state, or from the element around, to the slice.
  var steps: [Step] {
    if case .derived(let derivation) = source { return [derivation.step] }
    if case .element(let element) = source {
      return isIdentity ? (parent?.steps ?? []) + [Step(element.collection)] : []
    }
    return (parent?.steps ?? []) + (step.map { [$0] } ?? [])
  }

  /// The slice, or the enum around it, that all scopes of one place in the state share.
  var owner: (slice: Slice, caseName: String?) {
    if case .part(let step) = source, step.isCase, let parent {
      return (parent.owner.slice, caseName)
    }
    // The value is at the same place whatever its identity is.
    if isIdentity, let place = parent?.parent { return place.owner }
    return (self, nil)
  }
}
