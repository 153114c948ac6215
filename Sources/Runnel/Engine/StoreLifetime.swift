// SPDX-License-Identifier: MIT

/// The shared ownership of a store: its scopes and live subscriptions retain it.
///
/// The engine itself can live longer, until its pending actions have been processed. When the last
/// owner is deallocated, effects are canceled at once. So an effect that sends faster than the
/// store reduces doesn't keep the engine alive.
final class StoreLifetime: Sendable {
  let engine: Engine

  init(engine: Engine) {
    self.engine = engine
  }

  deinit {
    engine.retire()
  }
}
