// SPDX-License-Identifier: MIT

/// One action on its way through a reducer, for code that runs around it.
///
/// See ``Reducer/around(_:)``.
public struct Reduction<State>: ~Copyable {
  /// The action.
  public let action: any Action
  private let pointer: UnsafeMutablePointer<State>
  private let table: ReducerTable
  private let output: ReducerOutput.Pointer
  private let buffer: MutationBuffer
  fileprivate var touch = Touch.nothing

  fileprivate init(
    _ action: any Action, of pointer: UnsafeMutablePointer<State>, by table: ReducerTable,
    _ output: ReducerOutput.Pointer, _ buffer: MutationBuffer
  ) {
    self.action = action
    self.pointer = pointer
    self.table = table
    self.output = output
    self.buffer = buffer
  }

  /// The state, which changes in place.
  ///
  /// A change here counts as one of the whole state, so the store compares everything in it that is
  /// observed. Reading it costs nothing more than the reading.
  public var state: State {
    _read { yield pointer.pointee }
    _modify {
      touch = .whole
      yield &pointer.pointee
    }
  }

  /// Runs the reducer, whose effects start before that of the code around it.
  ///
  /// - Returns: Whether the reducer has handled the action. One that handles every action has.
  @discardableResult
  public mutating func run() -> Bool {
    let inner = table.reduce(UnsafeMutableRawPointer(pointer), action, output, reportingTo: buffer)
    if case .nothing = inner { return false }
    touch.combine(with: inner)
    return true
  }
}

extension Reducer {
  /// Returns a reducer that runs code around this one, for the types of action that it handles.
  ///
  /// ```swift
  /// let validated = Form.reducer.around { reduction in
  ///   let old = reduction.state.name
  ///   guard reduction.run(), reduction.state.name.count > 40 else { return .none }
  ///   reduction.state.name = old
  ///   return .perform(Beep())
  /// }
  /// ```
  ///
  /// ``onChange(of:_:)`` and ``undoable(_:history:limit:file:line:coalescing:)`` are made with it.
  /// It is called for each action of these types, also if the reducer then finds nothing to do, for
  /// example because the action is for an element elsewhere: ``Reduction/run()`` tells.
  /// The code runs the reducer once, or not at all to veto the action for this reducer. A copy of a
  /// part that it keeps while the reducer runs makes a change of that part copy it. It must be a
  /// pure function, as reducers are. To veto an action for all reducers, use a ``Middleware``.
  @preconcurrency
  public func around(
    _ body: @escaping @Sendable (_ reduction: inout Reduction<State>) -> Effect
  ) -> Reducer<State> {
    let around = CompiledReducer(of: State.self, for: compiled.filter, parts: compiled) {
      [compiled] site in
      let table = ReducerTable(compiled, at: site)
      let buffer = MutationBuffer()
      return { pointer, action, output in
        var reduction = Reduction(
          action, of: pointer.assumingMemoryBound(to: State.self), by: table, output, buffer)
        output.pointee.add(body(&reduction))
        return reduction.touch
      }
    }
    return Reducer([around])
  }
}
