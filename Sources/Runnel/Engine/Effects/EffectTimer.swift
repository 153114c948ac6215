// SPDX-License-Identifier: MIT

/// A time that an effect or a throttle waits for.
///
/// `@unchecked`: mutable properties are read and written with the state machine locked.
final class EffectTimer: @unchecked Sendable {
  enum Purpose {
    /// Delays the child of a node, or limits the child's time.
    case node(EffectNode)
    /// Ends the throttle window that an effect has opened.
    case window(EffectID, opener: EffectNode)
  }

  let purpose: Purpose
  let duration: Duration
  var task: Task<Void, Never>?
  /// The timer has fired, failed or been stopped.
  var isOver = false

  init(_ purpose: Purpose, _ duration: Duration) {
    self.purpose = purpose
    self.duration = duration
  }
}
