// SPDX-License-Identifier: MIT

/// A value computed from slices, once per change of these inputs, which retain their values.
///
/// `@unchecked`: the inputs' counts of changes are written by the drain alone, while no thread
/// reads here: readers have the state locked or pinned, or are the drain.
final class Derivation: @unchecked Sendable {
  let inputs: [Slice]
  /// The way to the value, which can't be followed, and doesn't retain the inputs.
  let step = Step(Void.self, to: Void.self, .derived)
  private let type: ValueType
  /// Computes the value, and calls its second argument with it, exactly once.
  private let compute: Step.Read
  private let leave: @Sendable (Derivation) -> Void
  /// Locked during the computation, so that concurrent readers compute the value once.
  private let memo = Locked((changes: [], value: nil, old: []) as Memo)

  private typealias Memo = (
    changes: [UInt64], value: ValueBox?,
    /// Earlier values, for the drain to release: objects in them can have a `deinit` that reads the
    /// store, and whoever computes holds a lock.
    old: [ValueBox]
  )

  init(
    of inputs: [Slice], type: ValueType, leave: @escaping @Sendable (Derivation) -> Void,
    compute: @escaping Step.Read
  ) {
    self.inputs = inputs
    self.type = type
    self.leave = leave
    self.compute = compute
  }

  func read(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    let changes = inputs.map(\.watch.changes)
    var leavesOld = false
    let value = memo.withLock { memo -> ValueBox in
      if let value = memo.value, memo.changes == changes { return value }
      var computed: ValueBox?
      compute(root) { computed = ValueBox(type, copying: $0) }
      let value = computed.unsafelyUnwrapped
      if let last = memo.value, !type.isPlain {
        leavesOld = memo.old.isEmpty
        memo.old.append(last)
      }
      (memo.changes, memo.value) = (changes, value)
      return value
    }
    if leavesOld { leave(self) }
    withExtendedLifetime(value) { body(value.pointer) }
  }

  /// Releases the earlier values, with nothing locked.
  func dropOld() {
    let old = memo.withLock { memo in
      defer { memo.old = [] }
      return memo.old
    }
    withExtendedLifetime(old) {}
  }
}
