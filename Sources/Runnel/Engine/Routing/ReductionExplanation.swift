// SPDX-License-Identifier: MIT

/// The reasons why reducers of an action were not called, found by following their paths.
///
/// Only for reports, after the action: nothing is recorded while reducers run.
struct ReductionExplanation {
  private struct Position {
    var address: Address?
    /// From the element around, or from the root state.
    var steps: [Step] = []
    var path: String
    var value: UnsafeRawPointer

    /// Returns the position inside the address of a reducer, or `nil` if the action is for another.
    func entering(_ reducer: CompiledReducer) -> Position? {
      guard let own = reducer.address, let address else { return self }
      guard own.matches(address) else { return nil }
      var inside = self
      inside.address = own.remainder(of: address)
      return inside
    }
  }

  private(set) var reasons: [ActionReport.Reason] = []
  private let action: any Action

  /// Explains what became of an action, which left the state at `root`.
  init(
    of record: ActionRecord, with reducers: [CompiledReducer], state: Any.Type,
    at root: UnsafeRawPointer
  ) {
    action = record.action
    follow(reducers, from: Position(address: record.address, path: "\\\(state)", value: root))
  }

  /// Follows the reducers of the action's type and address.
  private mutating func follow(_ reducers: [CompiledReducer], from position: Position) {
    let type = type(of: action)
    for reducer in reducers {
      guard case .types = reducer.filter, reducer.filter.includes(type) else { continue }
      // A step to elements lies outside of an instance.
      let isOutside = if case .elements = reducer.steps.first?.kind { true } else { false }
      if let start = isOutside ? position : position.entering(reducer) {
        follow(reducer, reducer.steps[...], from: start)
      }
    }
  }

  /// Follows the steps of a reducer as far as they lead in the state.
  private mutating func follow(
    _ reducer: CompiledReducer, _ steps: ArraySlice<Step>, from position: Position
  ) {
    guard let step = steps.first else { return follow(reducer.parts, from: position) }
    let rest = steps.dropFirst()
    switch step.kind {
    case .stored, .wrapped, .payload, .computed:
      // A computed value is read only to find an absent part inside: its getter may be expensive.
      guard step.isPartial || step.storedOffset != nil || reducer.hasParts(in: rest)
      else { return }
      var next = position
      next.steps.append(step)
      next.path += step.text
      var isPresent = false
      step.read(position.value) { part in
        isPresent = true
        next.value = part
        follow(reducer, rest, from: next)
      }
      let reason = ActionReport.Reason.absentState(path: next.path)
      if !isPresent, !reasons.contains(reason) { reasons.append(reason) }
    case .derived: break
    case .elements(let elements):
      if elements.isIdentity {
        if let inside = position.entering(reducer) { follow(reducer, rest, from: inside) }
        return
      }
      guard let address = position.address, address.place == Place(position.steps, to: elements),
        let key = address.key
      else { return }
      let path = "\(position.path)[\(address.id)]"
      elements.find(key.pointer, in: position.value, nil) { element in
        let element = Position(address: address.inner, path: path, value: element)
        if let inside = element.entering(reducer) { follow(reducer, rest, from: inside) }
      }
    }
  }
}

extension CompiledReducer {
  /// Whether optionals, cases or elements lie on steps or on the way to reducers inside.
  fileprivate func hasParts(in steps: ArraySlice<Step>) -> Bool {
    steps.contains(where: \.isPartial) || parts.contains { $0.hasParts(in: $0.steps[...]) }
  }
}
