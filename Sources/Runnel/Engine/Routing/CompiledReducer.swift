// SPDX-License-Identifier: MIT

/// One reducer of a composition: the actions it handles, the bytes it may write, and its body.
///
/// It sees values through raw pointers, as slices and subscriptions do. So composing and running
/// reducers is compiled once, and a type is named only where user code begins.
@usableFromInline
struct CompiledReducer: Sendable {
  /// Reduces the value at a pointer, and returns what it may have changed.
  @usableFromInline
  typealias Body = (
    _ value: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Touch

  /// An optional around the value that a reducer handles.
  ///
  /// `@unchecked`: `optic` is immutable.
  struct Door: @unchecked Sendable {
    /// The bytes from the start of the composition's value to the optional.
    let offset: Int
    let optic: Optic
  }

  let filter: ActionFilter
  /// The bytes that the reducer may write, from the start of the composition's value.
  let range: Range<Int>
  /// The bytes from the start of the composition's value to the value that the body takes.
  let offset: Int
  /// The optionals around the value, the outermost first.
  ///
  /// Without a value the reducer doesn't run.
  let doors: [Door]
  /// The actions that a `forEach` inside passes to one element.
  let elementFilters: [ElementFilter]
  /// Creates the body for one store.
  ///
  /// The body's caches belong to that store.
  let make: @Sendable () -> Body

  private init(
    filter: ActionFilter,
    range: Range<Int>,
    offset: Int = 0,
    doors: [Door] = [],
    elementFilters: [ElementFilter],
    make: @escaping @Sendable () -> Body
  ) {
    self.filter = filter
    self.range = range
    self.offset = offset
    self.doors = doors
    self.elementFilters = elementFilters
    self.make = make
  }

  /// Creates a reducer of values of a type.
  init<State>(
    of: State.Type,
    for filter: ActionFilter,
    elementFilters: [ElementFilter] = [],
    make: @escaping @Sendable () -> Body
  ) {
    self.init(
      filter: filter, range: 0..<MemoryLayout<State>.size, elementFilters: elementFilters,
      make: make)
  }

  /// Returns the same reducer for some actions only.
  func restricted(to accepted: AcceptedActions) -> CompiledReducer {
    CompiledReducer(
      filter: filter, range: range, offset: offset, doors: doors, elementFilters: elementFilters
    ) { [make] in
      let body = make()
      return { accepted.contains($1) ? body($0, $1, $2) : .nothing }
    }
  }

  /// Returns the same reducer for a whole of which its value is a part.
  ///
  /// - Returns: `nil` if the part is read-only.
  func through(_ optic: Optic) -> CompiledReducer? {
    switch optic.access {
    case .stored(let distance):
      guard optic.isWritable else { return nil }
      return CompiledReducer(
        filter: filter,
        range: (range.lowerBound + distance)..<(range.upperBound + distance),
        offset: offset + distance,
        doors: doors.map { Door(offset: $0.offset + distance, optic: $0.optic) },
        elementFilters: elementFilters,
        make: make)
    case .wrapped:
      return CompiledReducer(
        filter: filter, range: range, offset: offset,
        doors: [Door(offset: 0, optic: optic)] + doors,
        elementFilters: elementFilters, make: make)
    case .projected:
      guard let makeModify = optic.makeModify else { return nil }
      return projected(through: optic, makeModify)
    }
  }

  private func projected(
    through optic: Optic,
    _ makeModify: @escaping () -> Optic.Modify
  ) -> CompiledReducer {
    // `nonisolated(unsafe)`: it captures key paths and functions that are `Sendable`.
    nonisolated(unsafe) let makeModify = makeModify
    let table = [self]
    return CompiledReducer(
      filter: filter, range: 0..<optic.wholeSize, elementFilters: elementFilters
    ) {
      let table = ReducerTable(table)
      let modify = makeModify()
      let inner = MutationBuffer()
      return { whole, action, output in
        let before = output.pointee.effects.count
        let cursor = output.pointee.cursor
        let touch = modify(whole) { part in
          let released = output.pointee.released.count
          output.pointee.enterProjection(optic, of: whole, at: part)
          defer { output.pointee.retainReleased(from: released) }
          return table.reduce(part, action, output, reportingTo: inner)
        }
        output.pointee.cursor = cursor
        output.pointee.addStep(.projected(optic), toEffectsFrom: before)
        return touch
      }
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

  /// Returns the reducers for a whole that contains their value, or `nil` for a read-only part.
  func through(_ optic: Optic) -> [CompiledReducer]? {
    let lifted = compactMap { $0.through(optic) }
    return lifted.count == count ? lifted : nil
  }
}
