// SPDX-License-Identifier: MIT

/// An object that performs a side effect, for code that comes from UDF.
///
/// A reducer may return such an object, or `nil`, in place of an ``Effect``; in a composition,
/// ``Effect/execute(_:file:line:)`` wraps it. In new code, use an effect: it can be canceled,
/// composed and tested.
///
/// `execute(with:)` is called in a task off the store's queue. The actions that it dispatches reach
/// the store as long as the store exists, even after `execute(with:)` has returned, unless the
/// effect was canceled before.
@preconcurrency
public protocol SideEffect: Sendable {
  /// Performs the side effect.
  func execute(with dispatcher: any ActionDispatcher)
}
