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
