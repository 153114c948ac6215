// SPDX-License-Identifier: MIT

public import Runnel

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

  init(
    _ input: Logic.Input,
    _ store: StoreOf<Logic.State, Logic.ActionType>,
    _ dependencies: Logic.Dependencies,
    _ lifetime: BoundaryLifetime
  ) {
    self.input = Receivers(input, lifetime)
    self.store = store
    self.dependencies = dependencies
    disposer = lifetime.disposer
  }
}
