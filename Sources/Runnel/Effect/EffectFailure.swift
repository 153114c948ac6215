// SPDX-License-Identifier: MIT

/// An error that left an effect uncaught, for ``StoreOf/onError(_:file:line:)``.
public struct EffectFailure: Error, CustomStringConvertible {
  /// The error that the effect threw.
  public let error: any Error
  /// The place where the effect was created.
  public let site: CallSite

  /// The error and the place.
  public var description: String { "\(error) in an effect made at \(site)" }
}
