// SPDX-License-Identifier: MIT

public import Runnel

/// A side effect that a store executes.
///
/// A reducer returns such an object, or `nil`. In new code, return an `Effect`: it can be
/// canceled, composed and tested.
///
/// The store calls `execute(with:)` on a thread of its own, which may block: other side effects,
/// reducers and tasks don't wait for it.
@preconcurrency
public protocol SideEffectProtocol: Sendable {
  /// Executes the side effect.
  func execute(with dispatcher: any ActionDispatcher)
}

/// The result of a reducer with side effects: an object, or `nil`.
public typealias SideEffect = (any SideEffectProtocol)?

/// A function from the result of a side effect to the action that reports it.
public typealias ResultAction<Success, Failure: Error> =
  (Result<Success, Failure>) -> any Action
