// SPDX-License-Identifier: MIT

/// The types of actions that a narrowed scope takes.
struct AcceptedActions: Sendable {
  /// An action has to be of each of these.
  private let triggers: [ReducerEntry.Trigger]
  let types: [any Action.Type]

  init(_ type: any Action.Type, within outer: AcceptedActions?) {
    triggers = (outer?.triggers ?? []) + [.types([type])]
    types = (outer?.types ?? []) + [type]
  }

  func contains(_ action: any Action) -> Bool {
    let type = type(of: action)
    return triggers.allSatisfy { $0.includes(type) }
  }
}
