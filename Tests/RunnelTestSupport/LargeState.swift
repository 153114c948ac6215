// SPDX-License-Identifier: MIT

package import Runnel

/// A state whose array is expensive to copy.
package struct LargeState: Sendable {
  package var counter = 0
  package var array: [Int]

  package init(count: Int) {
    array = [Int](repeating: 0, count: count)
  }
}

extension Reducer where State == LargeState {
  /// Writes to the array, and counts in `copies` the writes that moved it to a new buffer.
  package static func writing(countingIn copies: Counter) -> Reducer {
    Reducer.updating { state, _ in
      state.counter += 1
      let before = state.array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      state.array[7] += 1
      let after = state.array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      if before != after { copies.increment() }
    }
  }
}

/// Creates a store whose reducer writes to an array of `count` elements, and counts its copies.
package func makeLargeStore(
  count: Int, copies: Counter, middleware: [Middleware<LargeState>] = []
) -> Store<LargeState> {
  Store(
    state: LargeState(count: count), reducer: .writing(countingIn: copies), middleware: middleware)
}
