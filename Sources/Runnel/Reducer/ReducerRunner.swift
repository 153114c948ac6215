// SPDX-License-Identifier: MIT

/// A compiled reducer that updates states without a store, for replays and for exploration.
///
/// It remembers the reducers of each action type, as a store does: a run costs the same with any
/// number of reducers. Use it from one thread at a time.
package final class ReducerRunner<State> {
  private let table: ReducerTable
  private let output: ReducerOutput.Pointer
  /// The instances of features among the reducers, by their descriptions.
  private let instances: [String: InstancePath]

  /// Creates a runner with caches of its own.
  package init(_ reducer: Reducer<State>) {
    table = ReducerTable(reducer.compiled)
    output = .allocate(capacity: 1)
    output.initialize(to: ReducerOutput())
    var instances: [String: InstancePath] = [:]
    func add(_ reducers: [CompiledReducer], in outer: InstancePath?) {
      for reducer in reducers {
        let path = reducer.instance.map { outer?.appending($0) ?? $0 } ?? outer
        if let path { instances[path.description] = path }
        add(reducer.parts, in: path)
      }
    }
    add(reducer.compiled, in: nil)
    self.instances = instances
  }

  deinit {
    output.deinitialize(count: 1)
    output.deallocate()
  }

  /// Updates a state in response to an action, and drops the effects.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - action: The action.
  ///   - instance: The description of the instance that the action is for, or `nil` if it is for
  ///     all.
  /// - Returns: The number of reducers that handled the action.
  @discardableResult
  package func reduce(
    _ state: inout State, _ action: any Action, for instance: String? = nil
  ) -> Int {
    output.pointee.reducerCount = 0
    let path = instance.flatMap { instances[$0] }
    output.pointee.instance = path.map(Unmanaged.passUnretained)
    withUnsafeMutablePointer(to: &state) { _ = table.reduce($0, action, output) }
    output.pointee.instance = nil
    output.pointee.effects.removeAll(keepingCapacity: true)
    return output.pointee.reducerCount
  }

  /// Returns whether a reducer belongs to an instance with a description.
  package func hasInstance(_ description: String) -> Bool { instances[description] != nil }
}
