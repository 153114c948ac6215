// SPDX-License-Identifier: MIT

public import Runnel

/// The inputs, state and dependencies that a ``BoundaryLogic`` binds together.
public struct Dependency<Logic: BoundaryLogic> {
  /// The inputs to observe.
  public let input: Inlets<Logic.Input>
  /// The store of the state: the boundary's own store, or a scope of the app's store.
  public let store: StoreOf<Logic.State, Logic.ActionType>
  /// The other dependencies, retained for the lifetime of the boundary.
  public let extra: Logic.Extra
  /// The owner of subscriptions that end with the boundary.
  public let disposer: Disposer

  init(
    _ input: Logic.Input,
    _ store: StoreOf<Logic.State, Logic.ActionType>,
    _ extra: Logic.Extra,
    _ lifetime: BoundaryLifetime
  ) {
    self.input = Inlets(input, lifetime)
    self.store = store
    self.extra = extra
    disposer = lifetime.disposer
  }
}
