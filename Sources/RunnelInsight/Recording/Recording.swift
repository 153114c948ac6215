// SPDX-License-Identifier: MIT

public import Foundation
public import Runnel

/// The recording of a store to a file or an inspector, until it is disposed or released.
///
/// ```swift
/// let recording = try store.record(to: url)
/// ```
///
/// It contains every action that is dispatched between the call of `record(to:)` and ``dispose()``,
/// in the order of reduction. It doesn't retain the store.
public final class Recording: Sendable {
  /// The file, or the address of the inspector.
  public let url: URL
  /// The token that ends the recording, which can outlive this object.
  let token: Disposable
  private let check: @Sendable () async -> RecordingError?

  init(_ url: URL, _ token: Disposable, check: @escaping @Sendable () async -> RecordingError?) {
    self.url = url
    self.token = token
    self.check = check
  }

  /// Ends the recording, and returns at once.
  ///
  /// Actions that have been dispatched before are still recorded: to wait for it, use ``flush()``.
  public func dispose() { token.dispose() }

  /// Transfers the recording to `disposer`, which ends it.
  public func dispose(on disposer: Disposer) { token.dispose(on: disposer) }

  /// A Boolean value that indicates whether the recording has ended.
  public var isDisposed: Bool { token.isDisposed }

  /// Returns when all actions that have been reduced so far are in the file, or have been sent.
  ///
  /// - Throws: ``RecordingError`` if the file can't be written, for example because the disk is
  ///   full or the file was removed, or if the inspector has ended. The recording has ended then,
  ///   and the file has all lines up to that point.
  public func flush() async throws {
    if let error = await check() { throw error }
  }
}

/// The states that a recording contains, if the type of the state is `Encodable`.
public enum RecordedStates: String, Sendable {
  /// Snapshots that make up at most a tenth of the file, apart from the first one.
  ///
  /// A snapshot shares its storage with the state until it is encoded: an action that changes an
  /// array meanwhile copies that array.
  case adaptive
  /// The state after every action, as differences.
  ///
  /// To find the exact action at which a replay diverges, and to see every state without a replay.
  /// Each action that changes an array copies the array. What it hasn't changed isn't encoded
  /// again, but its bytes are compared: O(size of the state) for each action. What changes inside
  /// of an object is recorded when the value around it changes.
  case everyAction
  /// The first state only.
  case none
}

/// A reason why a recording can't be written.
public struct RecordingError: Error, Sendable, CustomStringConvertible {
  /// The reason, with the path of the file.
  public let description: String
}
