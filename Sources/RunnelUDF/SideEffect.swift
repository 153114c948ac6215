// SPDX-License-Identifier: MIT

public import Runnel

/// An object that performs a side effect.
///
/// A reducer returns such an object, or `nil`. In new code, return an `Effect`: it can be
/// canceled, composed and tested.
///
/// `execute(with:)` is called in a task off the store's queue. The actions that it dispatches reach
/// the store as long as the store exists, even after `execute(with:)` has returned, unless the
/// effect was canceled before.
@preconcurrency
public protocol SideEffect: Sendable {
  /// Performs the side effect.
  func execute(with dispatcher: any ActionDispatcher)
}
