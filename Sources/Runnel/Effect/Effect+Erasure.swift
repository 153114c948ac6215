// SPDX-License-Identifier: MIT

extension EffectOf {
  /// Returns an action without its type.
  ///
  /// Inlinable, because a cast between two concrete types costs nothing.
  @inlinable
  @inline(__always)
  package static func erase(
    _ action: ActionType, at site: CallSite = CallSite(file: "?", line: 0)
  ) -> any Action {
    guard let action = action as? any Action else { trapForNoAction(at: site) }
    return action
  }

  /// Ends the program: no constraint can express an action type or `any Action`.
  @usableFromInline
  static func trapForNoAction(at site: CallSite) -> Never {
    Misuse.noAction(ActionType.self, at: site).trap()
  }
}
