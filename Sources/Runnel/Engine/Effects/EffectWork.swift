// SPDX-License-Identifier: MIT

/// The base class of work that runs in a task.
///
/// A class rather than a closure: the typed closure of a user would need a second one around it.
package class EffectWork: @unchecked Sendable {
  // `@unchecked`: this class and its subclasses have constant, sendable properties.

  /// The name in lists of running effects.
  package let name: String
  let priority: TaskPriority?

  init(name: String, priority: TaskPriority?) {
    self.name = name
    self.priority = priority
  }

  /// Returns the same work with a subscription that begins now, if the work subscribes to a store.
  ///
  /// Called when the effect starts, before there is a task. Otherwise the work would miss the
  /// values between the start of the effect and that of its task.
  func subscribed() -> EffectWork? { nil }

  /// Does the work.
  func run(_ sender: ActionSender) async throws {}
}

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
