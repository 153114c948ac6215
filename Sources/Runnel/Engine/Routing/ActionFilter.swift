// SPDX-License-Identifier: MIT

/// The actions that a reducer handles.
enum ActionFilter: Sendable {
  case all
  case types([any Action.Type])

  /// Returns whether actions of a type pass, or of a class that the type inherits from.
  func includes(_ type: any Action.Type) -> Bool {
    guard case .types(let types) = self else { return true }
    if types.contains(where: { $0 == type }) { return true }
    guard var ancestor = type as? AnyClass else { return false }
    while let next = _getSuperclass(ancestor) {
      if types.contains(where: { $0 == next }) { return true }
      ancestor = next
    }
    return false
  }
}
