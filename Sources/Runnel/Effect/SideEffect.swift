// SPDX-License-Identifier: MIT

/// An object that does something besides changing the state, in place of an ``Effect``.
///
/// For code that is taken over from UDF, where reducers return such objects. A reducer may return one, or
/// `nil`, wherever it may return an effect; in a composition it is wrapped by
/// ``Effect/execute(_:file:line:)``. In new code use an effect: it can be cancelled, composed and tested.
///
/// `execute(with:)` is called in a task off the store's queue. What it dispatches reaches the store for as
/// long as the store is there, also after `execute(with:)` has returned; unless the effect was cancelled
/// before it had.
@preconcurrency
public protocol SideEffect: Sendable {
  /// Does it.
  func execute(with dispatcher: any ActionDispatcher)
}
