// SPDX-License-Identifier: MIT

/// The base class of effects that contain others.
///
/// Compound effects release what they contain in a loop. A recursive release of a deeply nested
/// effect would overflow the stack.
///
/// `@unchecked`: contents are taken out only in `deinit`, or from an object that has no other
/// reference. The rest is constant.
package class CompoundEffect: @unchecked Sendable {
  /// Drops the contents except compound effects: returns one of them, and appends the others.
  func takeCompounds(_ others: inout [CompoundEffect]) -> CompoundEffect? { nil }

  /// Called in `deinit`.
  final func releaseCompounds() {
    var others: [CompoundEffect] = []
    var next = takeCompounds(&others)
    while next != nil {
      let inner = isKnownUniquelyReferenced(&next) ? next?.takeCompounds(&others) : nil
      next = inner ?? others.popLast()
    }
  }
}

extension UntypedEffect {
  /// The object that holds the contents of a compound effect.
  var compound: CompoundEffect? {
    switch kind {
    case .modified(let modified): modified
    case .list(let list): list
    case .send, .work, .perform, .cancel, nil: nil
    }
  }
}
