// SPDX-License-Identifier: MIT

/// A description of an effect that is running or waiting, in ``StoreOf/runningEffects``.
///
/// For logs, debuggers and tests. It is a snapshot, and retains nothing of the effect.
public struct RunningEffect: Hashable, Sendable, CustomStringConvertible {
  /// The kind of the effect, or its command, as in `run` and `perform Login.submit`.
  public let name: String
  /// The cancellation IDs, the innermost first.
  public let ids: [String]
  /// A Boolean value indicating whether the effect is delayed or waits for other effects.
  public let isWaiting: Bool
  /// The file in which the effect was created.
  public let file: String
  /// The line in which the effect was created.
  public let line: Int

  /// The parts on one line, as in `run (Search.ID.query, waiting) at Search/Search.swift:9`.
  public var description: String {
    let notes = ids + (isWaiting ? ["waiting"] : [])
    let list = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return "\(name)\(list) at \(file):\(line)"
  }

  /// The values collected under the effects' lock, where no user code may run.
  struct Findings {
    fileprivate let node: EffectNode
    fileprivate let kind: UntypedEffect.Kind?
    fileprivate let isWaiting: Bool

    init(_ node: EffectNode) {
      self.node = node
      kind = node.kind
      isWaiting = node.modifier != nil && (!node.hasBegun || node.timer != nil)
    }
  }

  init(_ findings: Findings) {
    let node = findings.node
    name = findings.kind?.name ?? "none"
    var seen: Set<String> = []
    ids = node.context.scope.ids.map(\.description).filter { seen.insert($0).inserted }
    isWaiting = findings.isWaiting
    file = node.site.file
    line = node.site.line
  }
}

extension UntypedEffect.Kind {
  /// The name in lists of running effects: that of the effect inside all modifiers.
  fileprivate var name: String {
    var kind = self
    while case .modified(let modified) = kind {
      guard let inner = modified.effect.kind else { return "none" }
      kind = inner
    }
    return switch kind {
    case .send(let action): "send \(TypeName.of(action))"
    case .work(let work): work.name
    case .perform(let command): "perform \(TypeName.of(command))"
    case .cancel: "cancel"
    case .list(let list): list.isSequence ? "concatenate" : "merge"
    case .modified: "none"
    }
  }
}
