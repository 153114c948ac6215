// SPDX-License-Identifier: MIT

extension EffectOf {
  /// Returns an action without its type.
  ///
  /// Inlinable, because a cast between two concrete types costs nothing.
  @inlinable
  @inline(__always)
  package static func erase(_ action: ActionType) -> any Action {
    guard let action = action as? any Action else { trapForNoAction() }
    return action
  }

  /// Ends the program: no constraint can express an action type or `any Action`.
  @usableFromInline
  static func trapForNoAction() -> Never {
    Misuse.noAction(ActionType.self).trap()
  }
}
