// SPDX-License-Identifier: MIT

/// The base class of effects that contain others.
///
/// Compound effects release what they contain in a loop. A recursive release of a deeply nested
/// effect would overflow the stack.
///
/// `@unchecked`: contents are taken out only in `deinit`, or from an object that has no other
/// reference.
class CompoundEffect: @unchecked Sendable {
  /// Takes compound effects out of this one: returns the first, and appends the others.
  func takeCompounds(_ others: inout [CompoundEffect]) -> CompoundEffect? { nil }

  /// Called in `deinit`.
  final func releaseCompounds() {
    var others: [CompoundEffect] = []
    var next = takeCompounds(&others)
    while next != nil {
      if isKnownUniquelyReferenced(&next) {
        next = next?.takeCompounds(&others) ?? others.popLast()
      } else {
        next = others.popLast()
      }
    }
  }
}

extension Effect {
  var isCompound: Bool {
    switch kind {
    case .modified, .merge, .concat: true
    case .send, .work, .perform, .cancel, nil: false
    }
  }

  /// Takes the contents out of a compound effect, and leaves any other effect as it is.
  mutating func takeCompound() -> CompoundEffect? {
    let compound: CompoundEffect
    switch kind {
    case .modified(let modified): compound = modified
    case .merge(let list), .concat(let list): compound = list
    case .send, .work, .perform, .cancel, nil: return nil
    }
    kind = nil
    return compound
  }
}
