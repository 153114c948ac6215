// SPDX-License-Identifier: MIT

/// The reasons why reducers of an action were not called, found by following their paths.
///
/// Made after the action, and only for reports: nothing is recorded while reducers run.
struct ReductionExplanation {
  private(set) var reasons: [ActionReport.Reason] = []
  private let action: any Action

  /// Explains what became of an action, which left the state at `root`.
  init(
    of action: any Action, with reducers: [CompiledReducer], state: Any.Type,
    at root: UnsafeRawPointer
  ) {
    self.action = action
    let type = type(of: action)
    for reducer in reducers {
      guard case .types = reducer.filter, reducer.filter.includes(type) else { continue }
      follow(reducer, reducer.steps[...], "\\\(state)", at: root)
    }
  }

  private mutating func add(_ reason: ActionReport.Reason) {
    if !reasons.contains(reason) { reasons.append(reason) }
  }

  /// Follows the steps of a reducer as far as they lead in the state.
  private mutating func follow(
    _ reducer: CompiledReducer, _ steps: ArraySlice<ReducerStep>, _ path: String,
    at value: UnsafeRawPointer
  ) {
    var path = path
    guard let step = steps.first else {
      for part in reducer.parts where part.filter.includes(type(of: action)) {
        follow(part, part.steps[...], path, at: value)
      }
      return
    }
    let whole = path
    step.append(to: &path)
    let rest = steps.dropFirst()
    switch step {
    case .stored(let offset, _): follow(reducer, rest, path, at: value + offset)
    case .optic(let optic):
      var isPresent = false
      optic.read(value) { part in
        isPresent = true
        follow(reducer, rest, path, at: part)
      }
      if !isPresent { add(.absentState(path: path)) }
    case .elements(let elements):
      enter(elements, reducer, rest, whole: whole, path: path, at: value)
    }
  }

  private mutating func enter<Elements: ElementCollection>(
    _ elements: Elements, _ reducer: CompiledReducer, _ steps: ArraySlice<ReducerStep>,
    whole: String, path: String, at value: UnsafeRawPointer
  ) {
    if elements is any IdentifiedValueCollection {
      return follow(reducer, steps, path, at: value)
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
      follow(reducer, steps, path, at: element)
    }
    if !isPresent { add(.noElement(id: "\(id)", path: whole)) }
  }
}

extension ElementAction {
  fileprivate var anyElementID: AnyHashable { AnyHashable(elementID) }
}
