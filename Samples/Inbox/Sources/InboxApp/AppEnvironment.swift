// SPDX-License-Identifier: MIT

public import Foundation

/// The values that vary between a real run of the app and a test.
public struct AppEnvironment: Sendable {
  /// The folder of the app's files.
  public var folder: URL
  /// Whether drafts, messages and settings are saved.
  ///
  /// Without it, the app only reads the accounts, so that it can run beside another one.
  public var isSaving = true
  /// The clock of the store.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Returns the time, in milliseconds since 1970.
  public var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
  /// Returns a new unique ID.
  public var makeID: @Sendable () -> String = { UUID().uuidString }

  /// Creates the environment of a real run.
  public init(folder: URL) {
    self.folder = folder
  }
}
