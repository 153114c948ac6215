// SPDX-License-Identifier: MIT

/// A compiled reducer that updates states without a store, for replays and for exploration.
///
/// It remembers the reducers of each action type, as a store does: a run costs the same with any
/// number of reducers. Use it from one thread at a time.
package final class ReducerRunner<State> {
  private let table: ReducerTable
  private let output: ReducerOutput.Pointer
  /// The instances for which there are reducers.
  private let patterns: InstancePatterns
  /// The instances of the last actions, by their descriptions.
  private var instances: [String: InstancePath] = [:]

  /// Creates a runner with caches of its own.
  package init(_ reducer: Reducer<State>) {
    table = ReducerTable(reducer.compiled)
    output = .allocate(capacity: 1)
    output.initialize(to: ReducerOutput())
    patterns = InstancePatterns(reducer.compiled)
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
    let path = instance.flatMap { self.instance($0) }
    output.pointee.instance = path.map(Unmanaged.passUnretained)
    withUnsafeMutablePointer(to: &state) { _ = table.reduce($0, action, output) }
    output.pointee.instance = nil
    output.pointee.effects.removeAll(keepingCapacity: true)
    return output.pointee.reducerCount
  }

  /// Returns whether a reducer belongs to an instance with a description.
  ///
  /// Any screen of a stack counts, because screens come and go.
  package func hasInstance(_ description: String) -> Bool { instance(description) != nil }

  private func instance(_ description: String) -> InstancePath? {
    if let known = instances[description] { return known }
    guard let found = patterns.instance(description) else { return nil }
    // Screens come and go.
    if instances.count >= 1_024 { instances = [:] }
    instances[description] = found
    return found
  }
}

extension Reducer {
  /// Creates a simulation of this reducer and its effects, for exploration.
  package func makeSimulation() -> EffectSimulation { EffectSimulation(compiled) }
}
