// SPDX-License-Identifier: MIT

/// A description of an effect that is running or waiting, in ``Store/runningEffects``.
///
/// For logs, debuggers and tests. It is a snapshot, and retains nothing of the effect.
public struct RunningEffect: Hashable, Sendable, CustomStringConvertible {
  /// The kind of the effect, or its command, as in `run` and `perform Login.submit`.
  public let name: String
  /// The cancellation IDs, the innermost first.
  public let ids: [String]
  /// Whether the effect has not started: it is delayed, or waits for other effects.
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
    fileprivate let kind: Effect.Kind?
    fileprivate let ids: [EffectID]
    fileprivate let isWaiting: Bool
    fileprivate let site: CallSite

    init(_ node: EffectNode) {
      kind = node.kind
      ids = node.context.scope.ids
      isWaiting =
        if case .modified = node.kind { !node.hasBegun || node.timer != nil } else { false }
      site = node.site
    }
  }

  init(_ findings: Findings) {
    name = findings.kind?.name ?? "none"
    var seen: Set<String> = []
    ids = findings.ids.map(\.description).filter { seen.insert($0).inserted }
    isWaiting = findings.isWaiting
    file = findings.site.file
    line = findings.site.line
  }
}

extension Effect.Kind {
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
    case .list(let list): list.isSequence ? "concat" : "merge"
    case .modified: "none"
    }
  }
}
