// SPDX-License-Identifier: MIT

public import Runnel

/// A side effect that executes several side effects, one after another.
///
/// ``combine(_:)`` creates one.
public struct CombineSideEffect: SideEffectProtocol {
  let effects: [any SideEffectProtocol]

  /// Creates a side effect from several, without the `nil` ones.
  ///
  /// The parts of a ``CombineSideEffect`` become parts of this one.
  public init(effects: [SideEffect]) {
    self.effects = effects.flatMap { effect -> [any SideEffectProtocol] in
      if let combined = effect as? CombineSideEffect { return combined.effects }
      return effect.map { [$0] } ?? []
    }
  }

  /// Executes the side effects in order, on this thread.
  public func execute(with dispatcher: any ActionDispatcher) {
    effects.forEach { $0.execute(with: dispatcher) }
  }
}
