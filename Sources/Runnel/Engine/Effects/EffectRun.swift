// SPDX-License-Identifier: MIT

/// One attempt at the work of an effect, and the runner that performs it.
struct EffectRun: Sendable {
  let runner: EffectRunner
  let node: EffectNode
}
