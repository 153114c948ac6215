// SPDX-License-Identifier: MIT

import RunnelText

/// An error that left an effect uncaught, or that a connection of the store met.
///
/// See ``StoreOf/onError(_:file:line:)``. `RunnelPersistence` reports a value that it can't save.
public struct EffectFailure: Error, CustomStringConvertible {
  /// The part of the store in which the error occurred.
  package enum Origin: String {
    case effect = "an effect"
    case connection = "a connection"
  }

  /// The error.
  public let error: any Error
  /// The place where the effect or the connection was created.
  public let site: CallSite
  package let origin: Origin

  package init(error: any Error, site: CallSite, origin: Origin = .effect) {
    self.error = error
    self.site = site
    self.origin = origin
  }

  /// The error and the place.
  public var description: String {
    "\(error) in \(origin.rawValue) made at \(site)".escapingControls
  }
}
