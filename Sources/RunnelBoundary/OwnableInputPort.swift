// SPDX-License-Identifier: MIT

/// A port with any type of value, as its owner uses it.
protocol OwnableInputPort: AnyObject, Sendable {
  /// Makes `owner` the owner if there is none yet, and returns whether it is the owner.
  func claim(for owner: ObjectIdentifier) -> Bool
  /// Starts recording the values that are sent.
  func beginRecording()
  /// Ends all subscriptions and ignores later values.
  func close()
}
