// SPDX-License-Identifier: MIT

extension Reducer {
  /// Creates a simulation of this reducer and its effects, for exploration.
  package func makeSimulation() -> EffectSimulation { EffectSimulation(compiled) }
}
