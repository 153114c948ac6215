// SPDX-License-Identifier: MIT

public import Runnel

/// The implementation of a ``Boundary``: it binds the inputs and creates the outputs.
///
/// ```swift
/// final class ThermometerBoundary: Boundary<ThermometerBoundary.Logic> {
///   struct Input: Sendable { let unit = InputPort<String>() }
///
///   struct Output: Sendable {
///     let unit: Property<String>
///     let reading: ThrowingProperty<Double>
///   }
///
///   enum Logic: BoundaryLogic {
///     typealias Input = ThermometerBoundary.Input
///     typealias Dependencies = AsyncThrowingStream<Double, any Error>
///
///     static func bind(_ context: Context<Logic>) -> Output { thermometer(context) }
///   }
/// }
/// ```
///
/// A logic has no stored properties. All changing values are in the state, and clients and other
/// boundaries in ``Dependencies``. A logic only binds: a reducer decides how an input changes the
/// state.
public protocol BoundaryLogic {
  /// The inputs that can be sent from outside: a structure of ``InputPort``s.
  associatedtype Input: Sendable
  /// The outputs: a structure of `Property`s, ``ThrowingProperty``s and ``Computed``s.
  associatedtype Output: Sendable
  /// The state of the boundary's store, inaccessible from outside.
  associatedtype State: Sendable = Void
  /// The type of the actions of the boundary's store, or `any Action`.
  associatedtype ActionType = any Action
  /// The dependencies, such as clients of services or other boundaries; inaccessible from outside.
  associatedtype Dependencies = Void

  /// Binds the inputs and returns the outputs.
  ///
  /// Called once for each boundary, on the thread that creates it. Add subscriptions to
  /// `context.disposer`, which ends with the boundary.
  static func bind(_ context: Context<Self>) -> Output
}
