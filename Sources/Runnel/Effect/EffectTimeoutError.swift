// SPDX-License-Identifier: MIT

/// The error of an effect that did not end within its ``EffectOf/timeout(after:)``.
public struct EffectTimeoutError: Error, Equatable, CustomStringConvertible {
  /// The time that the effect could have taken.
  public let duration: Duration

  /// Creates an error of an effect that had `duration`.
  public init(duration: Duration) {
    self.duration = duration
  }

  /// The error as a sentence.
  public var description: String { "The effect did not end within \(duration)." }
}
