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
    follow(reducers, for: record.address, [], "\\\(state)", at: root)
  }

  /// Follows the reducers of the action's type and address.
  private mutating func follow(
    _ reducers: [CompiledReducer], for address: Address?, _ outer: [Step], _ path: String,
    at value: UnsafeRawPointer
  ) {
    let type = type(of: action)
    for reducer in reducers {
      guard case .types = reducer.filter, reducer.filter.includes(type) else { continue }
      if case .elements = reducer.steps.first?.kind {
        // The step lies outside of an instance.
        follow(reducer, reducer.steps[...], for: address, outer, path, at: value)
      } else {
        inInstance(of: reducer, for: address) {
          $0.follow(reducer, reducer.steps[...], for: $1, outer, path, at: value)
        }
      }
    }
  }

  /// Calls `body` with the rest of an action's address if the reducer is for the first part of it.
  private mutating func inInstance(
    of reducer: CompiledReducer, for address: Address?, _ body: (inout Self, Address?) -> Void
  ) {
    guard let own = reducer.address, let address else { return body(&self, address) }
    if own.matches(address) { body(&self, own.remainder(of: address)) }
  }

  private mutating func add(_ reason: ActionReport.Reason) {
    if !reasons.contains(reason) { reasons.append(reason) }
  }

  /// Follows the steps of a reducer as far as they lead in the state.
  ///
  /// `outer` are the steps from the element around, or from the root state.
  private mutating func follow(
    _ reducer: CompiledReducer, _ steps: ArraySlice<Step>, for address: Address?,
    _ outer: [Step], _ path: String, at value: UnsafeRawPointer
  ) {
    var path = path
    guard let step = steps.first else {
      return follow(reducer.parts, for: address, outer, path, at: value)
    }
    let whole = path
    step.append(to: &path)
    let rest = steps.dropFirst()
    let taken = outer + [step]
    switch step.kind {
    case .stored, .wrapped, .projected:
      // A computed value is read only to find an absent part inside: its getter may be expensive.
      guard step.isPartial || step.storedOffset != nil || reducer.hasParts(in: rest)
      else { return }
      var isPresent = false
      step.read(value) { part in
        isPresent = true
        follow(reducer, rest, for: address, taken, path, at: part)
      }
      if !isPresent { add(.absentState(path: path)) }
    case .derived: break
    case .elements(let elements):
      if elements.isIdentity {
        return inInstance(of: reducer, for: address) {
          $0.follow(reducer, rest, for: $1, outer, path, at: value)
        }
      }
      guard let address, address.place == Place(outer, to: elements) else { return }
      enter(elements, reducer, rest, address, whole, at: value)
    }
  }

  /// Follows the reducers of the element that an action is for, which exists.
  private mutating func enter(
    _ elements: any ElementCollection, _ reducer: CompiledReducer, _ steps: ArraySlice<Step>,
    _ address: Address, _ whole: String, at value: UnsafeRawPointer
  ) {
    guard let key = address.key else { return }
    elements.find(key.pointer, in: value, elements.makeCache()) { element in
      inInstance(of: reducer, for: address.inner) {
        $0.follow(reducer, steps, for: $1, [], "\(whole)[\(address.id)]", at: element)
      }
    }
  }
}

extension CompiledReducer {
  /// Returns whether optionals, cases or elements lie on steps or on the way to reducers inside.
  fileprivate func hasParts(in steps: ArraySlice<Step>) -> Bool {
    steps.contains(where: \.isPartial) || parts.contains { $0.hasParts(in: $0.steps[...]) }
  }
}
