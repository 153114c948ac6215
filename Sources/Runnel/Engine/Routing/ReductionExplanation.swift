// SPDX-License-Identifier: MIT

import RunnelText

/// The reasons why reducers of an action were not called, found by following their paths.
///
/// Made after the action, and only for reports: nothing is recorded while reducers run.
struct ReductionExplanation {
  private(set) var reasons: [ActionReport.Reason] = []
  private let action: any Action

  /// Explains what became of an action, which left the state at `root`.
  init(
    of record: ActionRecord, with reducers: [CompiledReducer], state: Any.Type,
    at root: UnsafeRawPointer
  ) {
    action = record.action
    follow(reducers, for: record.instance, "\\\(state)", at: root)
  }

  /// Follows the reducers of the action's type and instance.
  private mutating func follow(
    _ reducers: [CompiledReducer], for address: InstancePath?, _ path: String,
    at value: UnsafeRawPointer
  ) {
    let type = type(of: action)
    for reducer in reducers {
      guard case .types = reducer.filter, reducer.filter.includes(type) else { continue }
      guard let instance = reducer.instance, let address else {
        follow(reducer, reducer.steps[...], for: address, path, at: value)
        continue
      }
      guard instance.matches(address) else { continue }
      follow(reducer, reducer.steps[...], for: instance.remainder(of: address), path, at: value)
    }
  }

  private mutating func add(_ reason: ActionReport.Reason) {
    if !reasons.contains(reason) { reasons.append(reason) }
  }

  /// Follows the steps of a reducer as far as they lead in the state.
  private mutating func follow(
    _ reducer: CompiledReducer, _ steps: ArraySlice<ReducerStep>, for address: InstancePath?,
    _ path: String, at value: UnsafeRawPointer
  ) {
    var path = path
    guard let step = steps.first else {
      return follow(reducer.parts, for: address, path, at: value)
    }
    let whole = path
    step.append(to: &path)
    let rest = steps.dropFirst()
    switch step {
    case .stored(let offset, _): follow(reducer, rest, for: address, path, at: value + offset)
    case .optic(let optic):
      // A computed value is read only to find an absent part inside: its getter may be expensive,
      // and may need the shared value of a `StateReading`, which only reducers have.
      guard optic.isPartial || reducer.hasParts(in: rest) else { return }
      var isPresent = false
      optic.read(value) { part in
        isPresent = true
        follow(reducer, rest, for: address, path, at: part)
      }
      if !isPresent { add(.absentState(path: path)) }
    case .elements(let elements):
      enter(elements, reducer, rest, for: address, whole: whole, path: path, at: value)
    }
  }

  private mutating func enter<Elements: ElementCollection>(
    _ elements: Elements, _ reducer: CompiledReducer, _ steps: ArraySlice<ReducerStep>,
    for address: InstancePath?, whole: String, path: String, at value: UnsafeRawPointer
  ) {
    if elements is any IdentifiedValueCollection {
      return follow(reducer, steps, for: address, path, at: value)
    }
    if let addressing = elements.addressing, let address {
      // An action for another instance doesn't concern these elements.
      guard let id = address.id(as: Elements.ID.self).map(addressing.withoutMark) else { return }
      let part = "\(whole)[\(id)]"
      var isPresent = false
      elements.read(id, near: Locked(CachedPosition.unknown), in: value) { element in
        isPresent = true
        follow(reducer, steps, for: address.inner, part, at: element)
      }
      if !isPresent { add(.removedScreen(path: part)) }
      return
    }
    guard let action = action as? any ElementAction else { return }
    let isInner = reducer.elementFilters.contains {
      $0.idType == ObjectIdentifier(Elements.ID.self) && $0.actions.includes(type(of: action))
    }
    if isInner { return }
    guard let id = action.anyElementID.base as? Elements.ID else {
      let idType = TypeName.withoutModule(type(of: action.anyElementID.base))
      return add(.allElements(idType: idType, path: whole))
    }
    var isPresent = false
    elements.read(id, near: Locked(CachedPosition.unknown), in: value) { element in
      isPresent = true
      follow(reducer, steps, for: address, path, at: element)
    }
    if isPresent { return }
    // A few are enough to see the mistake.
    let present = elements.ids(in: value, upTo: 10).map { "\($0)" }
    add(.noElement(id: "\(id)", path: whole, present: present))
  }
}

extension CompiledReducer {
  /// Returns whether optionals, cases or elements lie on steps or on the way to reducers inside.
  fileprivate func hasParts(in steps: ArraySlice<ReducerStep>) -> Bool {
    steps.contains(where: \.isPartial) || parts.contains { $0.hasParts(in: $0.steps[...]) }
  }
}

extension ReducerStep {
  /// A Boolean value indicating whether the step leads to a part that can be absent.
  fileprivate var isPartial: Bool {
    switch self {
    case .stored: false
    case .optic(let optic): optic.isPartial
    case .elements: true
    }
  }
}

extension ElementAction {
  fileprivate var anyElementID: AnyHashable { AnyHashable(elementID) }
}
