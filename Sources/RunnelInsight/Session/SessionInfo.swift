// SPDX-License-Identifier: MIT

public import Foundation

/// The header of a session: the app and the recorded store.
public struct SessionInfo: Sendable {
  /// The name of the app.
  public let app: String?
  /// The version of the app.
  public let version: String?
  /// The type of the state, with its module.
  public let stateName: String
  /// The date and time of the start.
  public let start: Date
  /// The number of the last action before the recording.
  public let firstNumber: Int
  /// The states that were recorded.
  public let states: RecordedStates
}
