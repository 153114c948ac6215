// SPDX-License-Identifier: MIT

/// An effect with the place where a reducer returned it.
///
/// If anything on the way to that part of the state can be absent or replaced, the effect belongs
/// to it, and is canceled when it disappears. The drain turns the place into the owning slice.
package struct ReturnedEffect {
  package let effect: UntypedEffect?
  /// The dynamic reducer that returned the effect, or 0.
  var dynamicReducer: UInt64 = 0
  /// Where the paths of its actions begin.
  var pathBase: PathBase?
  /// Whom of many its actions are for, or `nil` if they are for all.
  var address: Address?
  /// The identities of the values on the way, from the outside in.
  var identities: [AnyHashable] = []
  /// The slice of the part that the effect belongs to, once the drain has found it.
  var owner: Slice?
  /// The innermost value with an identity on the way, if a part of the effect outlives it.
  var identity: Slice?
  /// That part was absent already: only what is detached from it may begin.
  package var isOrphaned = false

  package init(_ effect: UntypedEffect?) {
    self.effect = effect
  }

  package var hasDetached: Bool { effect?.hasDetached == true }

  /// A step on the way, the byte offset of its beginning in the surrounding value, and the ID of an
  /// element or of a value with an identity.
  typealias PartStep = (step: Step, offset: Int, id: AnyHashable?)

  /// Whether the effect belongs to a part that can disappear.
  package var belongsToPart: Bool {
    guard pathBase?.isPartial == true || address?.hasElements == true else { return false }
    return effect?.isDetached != true
  }

  /// Whether a part of the effect can outlive a value with an identity in which it was returned.
  package var outlivesIdentity: Bool { !identities.isEmpty && hasDetached }

  /// The steps into what can be absent or be replaced, from the outside in.
  var partSteps: [PartStep] {
    var parts: [PartStep] = []
    var identities = identities[...]
    func follow(_ steps: [Step], _ element: AnyHashable? = nil) {
      var offset = 0
      for step in steps {
        switch step.kind {
        case .stored(let distance): offset += distance
        // The value lies in the memory of the optional, from its start on.
        case .wrapped: parts.append((step, offset, nil))
        case .payload, .computed:
          parts.append((step, offset, nil))
          offset = 0
        case .elements(let collection):
          parts.append((step, offset, collection.isIdentity ? identities.popFirst() : element))
          offset = 0
        case .derived: break
        }
      }
    }
    for element in sequence(first: address, next: { $0?.inner }) {
      guard let element, let place = element.place, let key = element.key else { continue }
      follow(place.steps + [place.elements], place.collection.anyID(at: key.pointer))
    }
    follow(pathBase?.steps ?? [])
    // A computed value always exists.
    while let last = parts.last, !last.step.isPartial { parts.removeLast() }
    return parts
  }

  /// Returns whether the part exists in the state at `root`, for effects outside of stores.
  package func hasPart(in root: UnsafeRawPointer) -> Bool {
    !belongsToPart || presence(of: partSteps[...], in: root) == .present
  }

  /// Returns whether a value with another identity has taken the place, for the same effects.
  package func isReplaced(in root: UnsafeRawPointer) -> Bool {
    outlivesIdentity && presence(of: partSteps[...], in: root) == .replaced
  }

  private enum Presence { case present, absent, replaced }

  private func presence(
    of parts: ArraySlice<PartStep>, in whole: UnsafeRawPointer
  ) -> Presence {
    guard let part = parts.first else { return .present }
    var presence = Presence.absent
    let body: (UnsafeRawPointer) -> Void = {
      presence = self.presence(of: parts.dropFirst(), in: $0)
    }
    switch part.step.kind {
    // Further steps are at offsets from the same value.
    case .wrapped: part.step.read(whole + part.offset) { _ in body(whole) }
    case .elements(let collection):
      if collection.isIdentity { presence = .replaced }
      part.id.flatMap(collection.element)?.read(in: whole + part.offset, body)
    case .stored, .payload, .computed, .derived: part.step.read(whole + part.offset, body)
    }
    return presence
  }
}
