// SPDX-License-Identifier: MIT

public import Runnel

/// The implementation of a ``Boundary``: it binds the inputs and creates the outputs.
///
/// ```swift
/// final class ThermometerBoundary: Boundary<ThermometerBoundary.Logic> {
///   struct Input: Sendable { let unit = Port<String>() }
///
///   struct Output: Sendable {
///     let unit: Property<String>
///     let reading: ThrowingProperty<Double>
///   }
///
///   enum Logic: BoundaryLogic {
///     typealias Input = ThermometerBoundary.Input
///     typealias Extra = AsyncThrowingStream<Double, any Error>
///
///     static func bind(_ dependency: Dependency<Logic>) -> Output { thermometer(dependency) }
///   }
/// }
/// ```
///
/// A logic has no properties of its own. All changing values are in the state, and all dependencies
/// in ``Extra``. Keep it to bindings; a reducer decides how an input changes the state.
public protocol BoundaryLogic {
  /// The inputs that can be sent from outside: a structure of ``Port``s.
  associatedtype Input: Sendable
  /// The outputs: a structure of ``Property``s, ``ThrowingProperty``s and ``Computed``s.
  associatedtype Output: Sendable
  /// The state of the boundary's store, inaccessible from outside.
  associatedtype State: Sendable = Void
  /// The type of the actions of the boundary's store, or `any Action`.
  associatedtype ActionType = any Action
  /// The dependencies, such as clients of services or other boundaries; inaccessible from outside.
  associatedtype Extra = Void

  /// Binds the inputs and returns the outputs.
  ///
  /// Called once for each boundary, on the thread that creates it. Add subscriptions to
  /// `dependency.disposer`, which ends with the boundary.
  static func bind(_ dependency: Dependency<Self>) -> Output
}
