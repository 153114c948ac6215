// SPDX-License-Identifier: MIT

import Synchronization

/// The hooks of the effects of a store, which can change at any time.
struct EffectHooks: ~Copyable, Sendable {
  private struct Content {
    var began: (@Sendable (EffectRecord) -> Void)?
    var ended: (@Sendable (EffectRecord, EffectRecord.Outcome) -> Void)?
    var unhandled: (@Sendable (any Command, CallSite) -> Void)?

    var isEmpty: Bool { began == nil && ended == nil && unhandled == nil }
  }

  private let content = Locked(Content())
  private let count = Atomic(0)

  /// A Boolean value indicating whether no hook is called.
  var isEmpty: Bool { count.isZero }

  func set(_ hooks: Hooks) {
    let new = Content(
      began: hooks.effectBegan, ended: hooks.effectEnded, unhandled: hooks.unhandled)
    let old = content.withLock { content in
      defer { content = new }
      return content
    }
    count.add((new.isEmpty ? 0 : 1) - (old.isEmpty ? 0 : 1))
  }

  func began(_ effect: EffectRecord) {
    content.withLock { $0.began }?(effect)
  }

  func ended(_ effect: EffectRecord, _ outcome: EffectRecord.Outcome) {
    content.withLock { $0.ended }?(effect, outcome)
  }

  /// Calls the hook for a command without a handler, and returns whether there is one.
  func unhandled(_ command: any Command, at site: CallSite) -> Bool {
    guard let unhandled = content.withLock({ $0.unhandled }) else { return false }
    unhandled(command, site)
    return true
  }
}
