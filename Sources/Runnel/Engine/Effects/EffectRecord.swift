// SPDX-License-Identifier: MIT

import RunnelText

/// An effect that a store has started, for lists and records.
///
/// Describing it takes longer than starting it, so the reader of a record decides where to do that.
/// It retains an action or a command, but no closure.
package struct EffectRecord: Sendable {
  package enum Outcome: Sendable {
    case finished
    case failed(any Error)
    case canceled
  }

  /// Ascending in the order in which work is started, or zero.
  package let number: UInt64
  /// The number of the action whose reducer returned the effect, or zero.
  package let cause: UInt64
  package let site: CallSite
  /// The name of the effect inside all modifiers, and its action or command.
  private let name: String
  private let content: (any Sendable)?
  private let ids: [EffectID]
  private let isWaiting: Bool

  /// Creates a record of an effect that hasn't ended, with the state machine locked.
  init(_ node: EffectNode) {
    number = node.workNumber
    cause = node.root.action
    site = node.site
    ids = node.ids
    var effect = node.effect
    isWaiting = effect?.count == 1 && (!node.hasBegun || node.timer != nil)
    while let modified = effect, modified.count == 1 { effect = modified[0] }
    (name, content) =
      switch effect?.kind {
      case .send(let action): ("send", action)
      case .perform(let command): ("perform", command)
      case .cancel: ("cancel", nil)
      case .merge: ("merge", nil)
      case .concatenate: ("concatenate", nil)
      default: (effect?.work?.name ?? "none", nil)
      }
  }

  /// The name of the effect, without what its action or its command contains.
  package var nameWithoutContent: String {
    content.map { "\(name) \(TypeName.withoutModule(type(of: $0)))" } ?? name
  }

  package func describe() -> RunningEffect {
    RunningEffect(
      name: content.map { "\(name) \(TypeName.of($0))" } ?? name, ids: ids.map(\.description),
      isWaiting: isWaiting, site: site)
  }
}
