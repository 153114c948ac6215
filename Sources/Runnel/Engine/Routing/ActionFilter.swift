// SPDX-License-Identifier: MIT

/// The actions that a reducer handles.
enum ActionFilter: Sendable {
  case all
  case types([any Action.Type])

  /// Returns whether actions of a type pass, or of a class that the type inherits from.
  func includes(_ type: any Action.Type) -> Bool {
    guard case .types(let types) = self else { return true }
    if types.contains(where: { $0 == type }) { return true }
    guard let type = type as? AnyClass else { return false }
    return sequence(first: type, next: { _getSuperclass($0) })
      .contains { ancestor in types.contains { $0 == ancestor } }
  }
}
