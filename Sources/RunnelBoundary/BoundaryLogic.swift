// SPDX-License-Identifier: MIT

public import Runnel

/// What a ``Boundary`` does: how its outputs come of its inputs.
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
/// It has no properties of its own: all that changes is in the state, and all that it works with in
/// ``Extra``. Keep it to bindings. What an input means for the state is the business of a reducer.
public protocol BoundaryLogic {
  /// What can be sent from outside: a structure of ``Port``s.
  associatedtype Input: Sendable
  /// What can be read from outside: a structure of ``Property``s, ``ThrowingProperty``s and ``Computed``s.
  associatedtype Output: Sendable
  /// The state of the store that the boundary is built over. Nobody outside sees it.
  associatedtype State: Sendable = Void
  /// What the boundary works with: clients of services, other boundaries. Nobody outside sees it.
  associatedtype Extra = Void

  /// Binds inputs to whatever they lead to, and makes the outputs.
  ///
  /// Called once for each boundary, when it is made, on the thread that makes it. Give subscriptions to
  /// `dependency.disposer`, which ends with the boundary.
  static func bind(_ dependency: Dependency<Self>) -> Output
}

/// What the logic of a boundary has to work with.
public struct Dependency<Logic: BoundaryLogic> {
  /// The inputs, to be observed.
  public let input: Inlets<Logic.Input>
  /// The state, as a store: of the boundary's own, or a scope of the app's.
  public let store: Store<Logic.State>
  /// What else there is. Kept as long as the boundary.
  public let extra: Logic.Extra
  /// Ends with the boundary, and with it what it was given.
  public let disposer: Disposer

  init(
    _ input: Logic.Input,
    _ store: Store<Logic.State>,
    _ extra: Logic.Extra,
    _ lifetime: BoundaryLifetime
  ) {
    self.input = Inlets(input, lifetime)
    self.store = store
    self.extra = extra
    disposer = lifetime.disposer
  }
}
