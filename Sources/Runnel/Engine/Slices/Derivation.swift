// SPDX-License-Identifier: MIT

/// A value that is computed from slices, and the inputs that it was computed from last.
///
/// `@unchecked`: the inputs' counts of changes are written by the drain alone, while no thread
/// reads here: readers have the state locked or pinned, or are the drain.
final class Derivation: @unchecked Sendable {
  private struct Memo {
    let changes: [UInt64]
    let value: ValueBox
  }

  let inputs: [Slice]
  private let type: ValueType
  /// Computes the value, and calls the second argument with it.
  private let compute: (_ root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
  /// Locked during the computation, so that concurrent readers compute the value once.
  private let memo = Locked<Memo?>(nil)

  init(
    of inputs: [Slice],
    type: ValueType,
    compute: @escaping (_ root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
  ) {
    self.inputs = inputs
    self.type = type
    self.compute = compute
  }

  /// Calls `body` with the value, which is computed if an input has changed.
  func read(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    let changes = inputs.map(\.changes)
    var old: Memo?
    let value = memo.withLock { memo in
      if let memo, memo.changes == changes { return memo.value }
      old = memo
      var computed: ValueBox?
      compute(root) { computed = ValueBox(type, copying: $0) }
      let value = computed.unsafelyUnwrapped  // `compute` calls its argument exactly once.
      memo = Memo(changes: changes, value: value)
      return value
    }
    withExtendedLifetime(old) {}
    body(value.pointer)
    withExtendedLifetime(value) {}
  }
}
