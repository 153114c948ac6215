// SPDX-License-Identifier: MIT

/// A time that an effect or a throttle window waits for.
///
/// Its task retains it to the end, so that dropping another reference releases no user object.
///
/// `@unchecked`: as `EffectTask` states. The rest is constant.
final class EffectTimer: EffectTask, @unchecked Sendable {
  /// The effect whose child is delayed or limited in time, or that opened the throttle window.
  let node: EffectNode
  let duration: Duration

  init(_ node: EffectNode, _ duration: Duration) {
    self.node = node
    self.duration = duration
  }
}
