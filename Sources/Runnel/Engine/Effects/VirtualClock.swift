// SPDX-License-Identifier: MIT

/// A clock that a test moves, and that waits for the stores that use it.
package protocol VirtualClock: Clock<Duration> {
  /// The scheduler of the stores that use this clock.
  var scheduler: any EffectScheduler { get }
}
