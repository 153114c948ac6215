// SPDX-License-Identifier: MIT

extension Duration {
  /// The longest time that the library lets a clock sleep: 100 years.
  ///
  /// Clocks trap if a deadline exceeds the instants that they can represent.
  private static let longestWait = Duration.seconds(100 * 365 * 86_400)

  /// The nearest duration for which every clock can sleep.
  var clampedForWaiting: Duration { min(max(self, .zero), .longestWait) }

  /// The nearest interval between two ticks for which counting ticks can't overflow.
  var clampedForTicking: Duration { max(clampedForWaiting, .nanoseconds(1)) }
}
