// SPDX-License-Identifier: MIT

/// The actions of a narrowed scope: their types, of which an action must have each, and the
/// instance of a feature that they are for.
struct AcceptedActions: Sendable {
  private let filters: [ActionFilter]
  let types: [any Action.Type]
  let instance: InstancePath?

  init(_ type: any Action.Type, within outer: AcceptedActions?) {
    filters = (outer?.filters ?? []) + [.types([type])]
    types = (outer?.types ?? []) + [type]
    instance = outer?.instance
  }

  init(instance: InstancePath, within outer: AcceptedActions?) {
    filters = outer?.filters ?? []
    types = outer?.types ?? []
    self.instance = outer?.instance?.appending(instance) ?? instance
  }

  /// A Boolean value indicating whether an action must have more than one type.
  var isNested: Bool { types.count > 1 }

  func contains(_ action: any Action, for address: InstancePath?) -> Bool {
    if let instance, let address, !instance.matches(address) { return false }
    return contains(action)
  }

  /// Returns whether an action has the types, whatever instance it is for.
  func contains(_ action: any Action) -> Bool {
    let type = type(of: action)
    return filters.allSatisfy { $0.includes(type) }
  }
}
