// SPDX-License-Identifier: MIT

/// One reducer of a composition: the actions it handles, the bytes it may write, and its body.
///
/// It sees values through raw pointers: composing and running reducers is compiled once, and a type
/// is named only where user code begins.
///
/// `@unchecked`: constant once the function that creates it has returned.
package final class CompiledReducer: @unchecked Sendable {
  /// Reduces the value at a pointer, and returns whether it has handled the action.
  ///
  /// Without changes in the output, all of the value may have changed then.
  typealias Body = (
    _ value: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Bool

  package let filter: ActionFilter
  /// The way to the value, the outermost step first.
  package private(set) var steps: [Step] = []
  /// How many of the last steps the body itself takes.
  private var innerStepCount = 0
  /// The type of the value that the body takes, and its size in bytes.
  private(set) var bodyType: Any.Type
  private var bodySize: Int
  /// The reducers that the body runs, or none if the body is a reducer of the user.
  package private(set) var parts: [CompiledReducer]
  /// A reducer inside reads a value that a composition shares.
  private(set) var readsValue: Bool
  /// The body is a reducer of the user, with no other around it.
  var isLeaf: Bool { parts.isEmpty && innerStepCount == 0 }
  /// Whom of many the reducer belongs to, if there are several.
  package private(set) var address: Address?
  /// Creates the body for one store, with caches that belong to that store.
  private(set) var make: @Sendable (ReducerSite) -> Body

  init(
    of type: Any.Type, size: Int, for filter: ActionFilter, parts: [CompiledReducer] = [],
    readsValue: Bool = false,
    make: @escaping @Sendable (ReducerSite) -> Body
  ) {
    self.filter = filter
    bodyType = type
    bodySize = size
    self.parts = parts
    self.readsValue = readsValue || parts.contains { $0.readsValue }
    self.make = make
  }

  convenience init<State>(
    of: State.Type, for filter: ActionFilter, parts: [CompiledReducer] = [],
    readsValue: Bool = false,
    make: @escaping @Sendable (ReducerSite) -> Body
  ) {
    self.init(
      of: State.self, size: MemoryLayout<State>.size, for: filter, parts: parts,
      readsValue: readsValue, make: make)
  }

  private var copy: CompiledReducer {
    let copy = CompiledReducer(
      of: bodyType, size: bodySize, for: filter, parts: parts, readsValue: readsValue, make: make)
    (copy.steps, copy.innerStepCount, copy.address) = (steps, innerStepCount, address)
    return copy
  }

  func wrappingBody(_ wrap: @escaping @Sendable (@escaping Body) -> Body) -> CompiledReducer {
    let wrapped = copy
    wrapped.make = { [make] in wrap(make($0)) }
    return wrapped
  }

  func at(_ address: Address) -> CompiledReducer {
    let addressed = copy
    addressed.address = address.appending(self.address)
    return addressed
  }

  /// The steps to the body's value: to stored parts and into optionals of the composition's value.
  var outerSteps: ArraySlice<Step> { steps.dropLast(innerStepCount) }

  /// Where the value of the body lies in that of the composition: the reducer runs if it exists.
  var part: StoredPart { StoredPart(behind: outerSteps) ?? StoredPart() }

  /// The bytes that the reducer may write, from the start of the composition's value.
  var range: Range<Int> { part.offset..<(part.offset + bodySize) }

  func makeAddressedBody(at site: ReducerSite) -> Body {
    let body = make(site)
    guard let address else { return body }
    return { value, action, output in
      let before = output.pointee.effects.count
      let outer = output.pointee.address
      output.pointee.enter(address)
      let isHandled = body(value, action, output)
      output.pointee.address = outer
      output.pointee.assign(effectsFrom: before, to: address)
      return isHandled
    }
  }

  /// The same reducer without its body, which can retain objects of the user.
  var outline: CompiledReducer {
    let outline = copy
    outline.make = { _ in { _, _, _ in false } }
    outline.parts = parts.map(\.outline)
    return outline
  }

  /// The same reducer with another way to its value, for lists of reducers.
  func placed(at step: Step) -> CompiledReducer {
    let placed = copy
    placed.steps.insert(step, at: 0)
    return placed
  }

  /// The same reducer for a whole of which its value is a part, or `nil` if that is read-only.
  func through(_ step: Step) -> CompiledReducer? {
    let outer = placed(at: step)
    if step.isProjected {
      guard step.isWritable else { return nil }
      (outer.bodyType, outer.bodySize) = (step.wholeType, step.wholeSize)
      let inner = copy
      // The outer reducer is found by its address, and the inner one is the only one in it.
      inner.address = nil
      outer.make = { inner.projectedBody(through: step, at: $0) }
      outer.innerStepCount = steps.count + 1
    }
    return outer
  }

  private func projectedBody(through step: Step, at site: ReducerSite) -> Body {
    let table = ReducerTable([self], at: site.appending([step], of: Any.self))
    return { whole, action, output in
      let start = output.pointee.changes.mark
      var isHandled = false
      step.modify(whole) { isHandled = table.reduce($0, action, output) }
      if step.isCase {
        if isHandled {
          output.pointee.changes.enclose(from: start, in: .payload, size: step.wholeSize)
        }
        return isHandled
      }
      // The setter has run, whatever the reducer did.
      output.pointee.changes.removeAll(from: start)
      return true
    }
  }
}

extension [CompiledReducer] {
  /// The same reducers for a whole, without those that can't write the part.
  func through(_ step: Step) -> [CompiledReducer] { compactMap { $0.through(step) } }

  var filter: ActionFilter {
    var types: [any Action.Type] = []
    for reducer in self {
      guard case .types(let more) = reducer.filter else { return .all }
      types += more
    }
    return .types(types)
  }
}

package enum ActionFilter: Sendable {
  case all
  case types([any Action.Type])

  /// Whether actions of a type pass, or of a class that the type inherits from.
  func includes(_ type: any Action.Type) -> Bool {
    guard case .types(let types) = self else { return true }
    if types.contains(where: { $0 == type }) { return true }
    guard let type = type as? AnyClass else { return false }
    return sequence(first: type, next: { _getSuperclass($0) })
      .contains { ancestor in types.contains { $0 == ancestor } }
  }
}
