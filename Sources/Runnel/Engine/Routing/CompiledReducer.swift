// SPDX-License-Identifier: MIT

/// One reducer of a composition: the actions it handles, the bytes it may write, and its body.
///
/// It sees values through raw pointers: composing and running reducers is compiled once, and a type
/// is named only where user code begins.
package struct CompiledReducer: Sendable {
  /// Reduces the value at a pointer, and returns what it may have changed.
  typealias Body = (
    _ value: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Touch

  /// An optional around the value that a reducer handles.
  struct EnclosingOptional: Sendable {
    /// The bytes from the start of the composition's value to the optional.
    var offset: Int
    let optic: Optic

    func isPresent(in value: UnsafeRawPointer) -> Bool {
      if case .wrapped(let isPresent) = optic.access { isPresent(value + offset) } else { false }
    }
  }

  let filter: ActionFilter
  /// The bytes that the reducer may write, from the start of the composition's value.
  private(set) var range: Range<Int>
  /// The bytes from the start of the composition's value to the value that the body takes.
  private(set) var offset = 0
  /// The optionals around the value, the outermost first: the reducer runs if all have a value.
  private(set) var optionals: [EnclosingOptional] = []
  /// The actions that a `forEach` inside passes to one element.
  let elementFilters: [ElementFilter]
  /// The way to the value, the outermost step first.
  private(set) var steps: [ReducerStep] = []
  /// The reducers that the body runs, or none if the body is a reducer of the user.
  package private(set) var parts: [CompiledReducer]
  /// A Boolean value indicating whether the body is a reducer of the user, with no other around it.
  private(set) var isLeaf: Bool
  /// The instance of a feature that the reducer belongs to, if there are several.
  package private(set) var instance: InstancePath?
  /// Creates the body for one store, with caches that belong to that store.
  private(set) var make: @Sendable () -> Body

  /// Creates a reducer of values of a type.
  init<State>(
    of: State.Type, for filter: ActionFilter, elementFilters: [ElementFilter] = [],
    parts: [CompiledReducer] = [], make: @escaping @Sendable () -> Body
  ) {
    self.filter = filter
    self.parts = parts
    isLeaf = parts.isEmpty
    range = 0..<MemoryLayout<State>.size
    self.elementFilters = elementFilters
    self.make = make
  }

  /// Returns the same reducer with a body around its own.
  func wrappingBody(_ wrap: @escaping @Sendable (@escaping Body) -> Body) -> CompiledReducer {
    var wrapped = self
    wrapped.make = { [make] in wrap(make()) }
    return wrapped
  }

  /// Returns the same reducer for one instance of a feature.
  func inInstance(_ path: InstancePath) -> CompiledReducer {
    var addressed = self
    addressed.instance = path.appending(instance)
    return addressed
  }

  /// Creates the body for one store, with the instance around it.
  func makeAddressedBody() -> Body {
    let body = make()
    guard let instance else { return body }
    return { value, action, output in
      let before = output.pointee.effects.count
      let address = output.pointee.instance
      output.pointee.enter(instance)
      let touch = body(value, action, output)
      output.pointee.instance = address
      output.pointee.assign(effectsFrom: before, to: instance)
      return touch
    }
  }

  /// The same reducer without its body, which can retain objects of the user.
  var outline: CompiledReducer {
    var outline = self
    outline.make = { { _, _, _ in .nothing } }
    outline.parts = parts.map(\.outline)
    return outline
  }

  /// Returns the same reducer with another way to its value, for lists of reducers.
  func placed(at step: ReducerStep) -> CompiledReducer {
    var placed = self
    placed.steps.insert(step, at: 0)
    return placed
  }

  /// Returns the same reducer for a whole that stores its value at an offset.
  func moved(by offset: Int) -> CompiledReducer {
    var moved = self
    moved.range = (range.lowerBound + offset)..<(range.upperBound + offset)
    moved.offset += offset
    for index in optionals.indices { moved.optionals[index].offset += offset }
    return moved
  }

  /// Returns the same reducer for a whole of which its value is a part.
  ///
  /// - Returns: `nil` if the part is read-only.
  func through(_ optic: Optic) -> CompiledReducer? {
    var outer = self
    switch optic.access {
    case .stored(let offset): return moved(by: offset).placed(at: .optic(optic))
    case .wrapped: outer.optionals.insert(EnclosingOptional(offset: 0, optic: optic), at: 0)
    case .projected:
      guard optic.modify != nil else { return nil }
      outer.isLeaf = false
      outer.range = 0..<optic.wholeSize
      outer.offset = 0
      outer.optionals = []
      var inner = self
      // The outer reducer is found by its instance, and the inner one is the only one in it.
      inner.instance = nil
      outer.make = { [inner] in inner.projectedBody(through: optic) }
    }
    return outer.placed(at: .optic(optic))
  }

  private func projectedBody(through optic: Optic) -> Body {
    let table = ReducerTable([self])
    let modify = optic.modify
    let (outer, inner) = (MutationBuffer(), MutationBuffer())
    return { whole, action, output in
      let before = output.pointee.effects.count
      let cursor = output.pointee.cursor
      let touch = modify?(whole, outer) { part in
        let released = output.pointee.enterProjection(optic, of: whole, at: part)
        defer { output.pointee.retainReleased(from: released) }
        return table.reduce(part, action, output, reportingTo: inner)
      }
      output.pointee.cursor = cursor
      output.pointee.addStep(.projected(optic), toEffectsFrom: before)
      return touch ?? .nothing
    }
  }
}

extension [CompiledReducer] {
  /// The actions that any of the reducers handles.
  var filter: ActionFilter {
    var types: [any Action.Type] = []
    for reducer in self {
      guard case .types(let more) = reducer.filter else { return .all }
      types += more
    }
    return .types(types)
  }
}

extension CompiledReducer {
  /// For each collection on the way whose elements have addresses, from the outside in: the word
  /// in front of an ID in the description of an instance, and how to read the ID behind it.
  package var elementReaders: [(noun: String, read: (Substring) -> InstancePath?)] {
    func reader<Elements: ElementCollection>(
      _ elements: Elements
    ) -> (noun: String, read: (Substring) -> InstancePath?)? {
      guard let addressing = elements.addressing else { return nil }
      let noun = addressing.noun
      return (noun, { addressing.id($0).map { InstancePath(AnyHashable($0), noun: noun) } })
    }
    return steps.compactMap { step in
      if case .elements(let elements) = step { reader(elements) } else { nil }
    }
  }
}
