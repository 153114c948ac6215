// SPDX-License-Identifier: MIT

import RunnelText

/// The name of an effect in lists and records: that of the effect inside all modifiers.
///
/// It retains an action or a command, but no closure of the effect.
enum EffectName: Sendable {
  case text(String)
  case send(any Action)
  case perform(any Command)

  init(_ kind: UntypedEffect.Kind?) {
    var kind = kind
    while case .modified(let modified) = kind { kind = modified.effect.kind }
    switch kind {
    case .send(let action): self = .send(action)
    case .work(let work): self = .text(work.name)
    case .perform(let command): self = .perform(command)
    case .cancel: self = .text("cancel")
    case .list(let list): self = .text(list.isSequence ? "concatenate" : "merge")
    case .modified, nil: self = .text("none")
    }
  }

  var text: String {
    switch self {
    case .text(let text): text
    case .send(let action): "send \(TypeName.of(action))"
    case .perform(let command): "perform \(TypeName.of(command))"
    }
  }

  /// The name with the type of an action or a command only.
  var textWithoutContent: String {
    switch self {
    case .text(let text): text
    case .send(let action): "send \(TypeName.withoutModule(type(of: action)))"
    case .perform(let command): "perform \(TypeName.withoutModule(type(of: command)))"
    }
  }
}

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
