// SPDX-License-Identifier: MIT

/// Work of an effect that a store has started.
///
/// Describing it takes longer than starting it, so the reader of a record decides where to do that.
package struct EffectRecord: Sendable {
  /// The reason why work has ended.
  package enum Outcome: Sendable {
    case finished
    case failed(any Error)
    case canceled
  }

  /// The number of the work, ascending in the order in which work is started.
  package let number: UInt64
  /// The number of the action whose reducer returned the effect, or zero.
  package let cause: UInt64
  /// The place where the effect was created.
  package let site: CallSite
  private let name: EffectName
  private let ids: [EffectID]

  init(_ node: EffectNode, _ kind: UntypedEffect.Kind?) {
    number = node.context.number
    cause = node.context.root.action
    site = node.site
    name = EffectName(kind)
    ids = node.context.scope.ids
  }

  /// The name of the effect, without what its action or its command contains.
  package var nameWithoutContent: String { name.textWithoutContent }

  /// A description of the effect.
  package func describe() -> RunningEffect {
    RunningEffect(name: name, ids: ids, isWaiting: false, site: site)
  }
}
