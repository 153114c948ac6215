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

  /// Binds the inputs and returns the outputs, once for each boundary, on its creator's thread.
  ///
  /// Add subscriptions to `context.disposer`, which ends with the boundary.
  static func bind(_ context: Context<Self>) -> Output
}

/// An output of a boundary that is computed on each read.
///
/// ```swift
/// summary: Computed { "\(repositories.value.count) repositories" }
/// ```
///
/// A computed output can't be observed. For a value to observe, use a `Property`.
public struct Computed<Value>: Sendable {
  private let compute: @Sendable () -> Value

  /// Creates an output that calls `compute` on the reading thread.
  public init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
  }

  /// The current result of the computation.
  public var value: Value { compute() }
}

/// The inputs, store and dependencies that a ``BoundaryLogic`` binds together.
public struct Context<Logic: BoundaryLogic> {
  /// The inputs to observe.
  public let input: Receivers<Logic.Input>
  /// The store of the state: the boundary's own store, or a scope of the app's store.
  public let store: StoreOf<Logic.State, Logic.ActionType>
  /// The dependencies, retained for the lifetime of the boundary.
  public let dependencies: Logic.Dependencies
  /// The owner of subscriptions that end with the boundary.
  public let disposer: Disposer
}

/// The inputs of a boundary inside its ``BoundaryLogic``: each ``InputPort`` is a ``Receiver``.
@dynamicMemberLookup
public struct Receivers<Input: Sendable>: Sendable {
  let input: Input
  let lifetime: BoundaryLifetime

  /// The receiving end of a port.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Input, InputPort<Value>>
  ) -> Receiver<Value> {
    let port = input[keyPath: keyPath]
    lifetime.claim(port)
    return Receiver(port)
  }
}
