// SPDX-License-Identifier: MIT

/// The types of actions that a narrowed scope accepts: an action must have each of them.
struct AcceptedActions: Sendable {
  private let filters: [ActionFilter]
  let types: [any Action.Type]

  init(_ type: any Action.Type, within outer: AcceptedActions?) {
    filters = (outer?.filters ?? []) + [.types([type])]
    types = (outer?.types ?? []) + [type]
  }

  /// A Boolean value indicating whether an action must have more than one type.
  var isNested: Bool { types.count > 1 }

  func contains(_ action: any Action) -> Bool {
    let type = type(of: action)
    return filters.allSatisfy { $0.includes(type) }
  }
}
