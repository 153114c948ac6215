// SPDX-License-Identifier: MIT

/// The time during which a throttle lets no further effect begin.
struct ThrottleWindow {
  let timer: EffectTimer
  /// The effect that begins when the window closes.
  var held: EffectNode?
}
