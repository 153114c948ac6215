// SPDX-License-Identifier: MIT

package import Runnel

/// An action that carries its change of the state.
package struct Edit<State>: Action {
  fileprivate let apply: @Sendable (inout State) -> Void

  package init(_ apply: @escaping @Sendable (inout State) -> Void) {
    self.apply = apply
  }
}

extension Reducer {
  /// A reducer that applies the changes dispatched with `Store.edit`.
  package static var edits: Reducer<State> {
    .updating(Edit<State>.self) { state, edit in edit.apply(&state) }
  }
}

extension StoreOf where ActionType == any Action {
  /// Dispatches a change, for a store with the reducer `edits`.
  package func edit(_ apply: @escaping @Sendable (inout State) -> Void) {
    dispatch(Edit(apply))
  }

  /// Dispatches a change, and returns when it has been reduced and delivered.
  package func editAndWait(_ apply: @escaping @Sendable (inout State) -> Void) async {
    edit(apply)
    await settled()
  }
}

/// Ten stored slices of one type, or a hundred in a `Ten<Ten<Int>>`.
package struct Ten<Value: Sendable>: Sendable {
  package var a, b, c, d, e, f, g, h, i, j: Value

  package init(_ value: Value) {
    (a, b, c, d, e) = (value, value, value, value, value)
    (f, g, h, i, j) = (value, value, value, value, value)
  }

  package static var paths: [any WritableKeyPath<Ten, Value> & Sendable] {
    [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
  }
}

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
