// SPDX-License-Identifier: MIT

import RunnelText

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
    return "\(name)\(list) at \(file):\(line)".escapingControls
  }

  init(name: String, ids: [String], isWaiting: Bool, site: CallSite) {
    self.name = name
    var seen: Set<String> = []
    self.ids = ids.filter { seen.insert($0).inserted }
    self.isWaiting = isWaiting
    file = site.file
    line = site.line
  }
}
