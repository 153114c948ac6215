// SPDX-License-Identifier: MIT

/// A pause that an effect makes, or the time that it has.
///
/// `@unchecked`: what is not constant is read and written with the ledger locked.
final class EffectTimer: @unchecked Sendable {
  enum Purpose {
    case node(EffectNode)
    /// The window of a throttle.
    case window(EffectID)
  }

  let purpose: Purpose
  let duration: Duration
  var task: Task<Void, Never>?
  var isOver = false

  init(_ purpose: Purpose, _ duration: Duration) {
    self.purpose = purpose
    self.duration = duration
  }
}
