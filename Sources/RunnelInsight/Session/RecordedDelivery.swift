// SPDX-License-Identifier: MIT

/// A delivery of a session: an observer has received a value or an action.
public struct RecordedDelivery: Sendable {
  /// The number of the newest reduced action at the time.
  public let number: Int
  /// The time of the delivery, since the start of the recording.
  public let time: Duration
  /// The type of the component, or the kind of the observer.
  public let consumer: String
  /// The observed slice.
  public let slice: String
  /// The time that the observer took.
  public let duration: Duration
  /// A Boolean value indicating whether the observer ran on the main thread.
  public let isOnMainThread: Bool
}
