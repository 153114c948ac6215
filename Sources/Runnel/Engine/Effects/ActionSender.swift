// SPDX-License-Identifier: MIT

/// The means by which a running effect sends actions of any type.
struct ActionSender: Sendable {
  let runner: EffectRunner
  let node: EffectNode
  /// A Boolean value indicating whether sending also works after the effect has ended by itself.
  var outlasts = false

  /// The place where the effect was created.
  var site: CallSite { node.site }

  /// Sends an action from the place where the effect was created.
  func dispatch(_ action: any Action) {
    dispatch(action, from: site)
  }

  func dispatch(_ action: any Action, from site: CallSite) {
    runner.send(action, of: node, isLate: outlasts, from: site)
  }
}
