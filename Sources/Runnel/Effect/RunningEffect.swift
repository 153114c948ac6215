// SPDX-License-Identifier: MIT

/// An effect that is under way, as ``Store/runningEffects`` lists it.
///
/// For logs, debuggers and tests. It is a description made at the time of asking and keeps nothing alive.
public struct RunningEffect: Hashable, Sendable, CustomStringConvertible {
  /// What kind of effect it is, or which command, as in `run` and `perform Login.submit`.
  public let name: String
  /// The ids that it can be cancelled by, the innermost first.
  public let ids: [String]
  /// Whether it has not begun yet: it is delayed, or waits in a line.
  public let isWaiting: Bool
  /// The file that the effect was made in.
  public let file: String
  /// The line that the effect was made in.
  public let line: Int

  /// The parts in one line, as in `run (Search.ID.query, waiting) at Search/Search.swift:9`.
  public var description: String {
    let notes = ids + (isWaiting ? ["waiting"] : [])
    let list = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return "\(name)\(list) at \(file):\(line)"
  }

  /// What is found out with the ledger locked, where no description of the user's may be called.
  struct Findings {
    fileprivate let kind: Effect.Kind
    fileprivate let ids: [EffectID]
    fileprivate let isWaiting: Bool
    fileprivate let site: CallSite

    init(_ node: EffectNode) {
      kind = node.kind
      ids = sequence(first: node.context.scope, next: \.parent).compactMap(\.id)
      isWaiting =
        if case .modified = node.kind { !node.hasBegun || node.timer != nil } else { false }
      site = node.site
    }
  }

  init(_ findings: Findings) {
    name = findings.kind.name
    var ids: [String] = []
    for id in findings.ids.map(\.description) where !ids.contains(id) { ids.append(id) }
    self.ids = ids
    isWaiting = findings.isWaiting
    file = findings.site.file
    line = findings.site.line
  }
}

extension Effect.Kind {
  /// What it is called in lists.
  fileprivate var name: String {
    switch self {
    case .send(let action): "send \(TypeName.of(action))"
    case .work(let work): work.name
    case .perform(let command): "perform \(TypeName.of(command))"
    case .cancel: "cancel"
    case .merge: "merge"
    case .concat: "concat"
    case .modified(let effect, _): effect.kind?.name ?? "none"
    }
  }
}

/// An error that left an effect, and that nothing in the effect caught. See ``Store/onError(_:file:line:)``.
public struct EffectFailure: Error, CustomStringConvertible {
  /// What was thrown.
  public let error: any Error
  /// Where the effect was made.
  public let site: CallSite

  /// The error and the place.
  public var description: String { "\(error) in an effect made at \(site)" }
}
