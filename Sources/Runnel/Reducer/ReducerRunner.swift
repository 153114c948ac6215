// SPDX-License-Identifier: MIT

/// Runs reducers without a store, for ``Reducer/reduce(_:_:)``, replays and explorations.
///
/// It remembers the reducers of each action type, as a store does. For one thread at a time.
package final class ReducerRunner {
  private let table: ReducerTable
  private let output: ReducerOutput.Pointer

  package var runCount: Int { table.entered }

  package init(_ reducers: [CompiledReducer]) {
    table = ReducerTable(reducers)
    output = .allocate(capacity: 1)
    output.initialize(to: ReducerOutput())
  }

  deinit {
    output.deinitialize(count: 1)
    output.deallocate()
  }

  package func contains(_ address: Address, in state: UnsafeRawPointer) -> Bool {
    table.site.positions.contains(address, in: state)
  }

  /// Updates a state of the reducers' type, and returns effects, which have not been started, and
  /// the number of reducers that handled the action.
  @discardableResult
  package func reduce(
    _ state: UnsafeMutableRawPointer, _ action: any Action, to address: Address? = nil
  ) -> (effects: [ReturnedEffect], reducerCount: Int) {
    output.pointee.reducerCount = 0
    if let address, !contains(address, in: state) { return ([], 0) }
    output.pointee.address = address.map(Unmanaged.passUnretained)
    output.pointee.changes.removeAll()
    table.reduce(state, action, output)
    output.pointee.address = nil
    guard !output.pointee.effects.isEmpty else { return ([], output.pointee.reducerCount) }
    defer { output.pointee.effects.removeAll(keepingCapacity: true) }
    return (Array(output.pointee.effects), output.pointee.reducerCount)
  }
}
