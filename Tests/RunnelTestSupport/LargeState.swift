// SPDX-License-Identifier: MIT

package import Runnel

/// A state whose array is expensive to copy.
package struct LargeState: Sendable {
  package var counter = 0
  package var array: [Int]
}

/// Creates a store whose reducer writes to an array of `count` elements.
///
/// Counts in `copies` the writes that moved the array to a new buffer.
package func makeLargeStore(count: Int, copies: Counter) -> Store<LargeState> {
  Store(state: LargeState(array: [Int](repeating: 0, count: count))) { state, _ in
    state.counter += 1
    let before = state.array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    state.array[7] += 1
    let after = state.array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    if before != after { copies.increment() }
  }
}
