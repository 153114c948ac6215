// SPDX-License-Identifier: MIT

/// A value that is computed from slices, once per change of these inputs.
///
/// The inputs retain their values, to count their changes.
///
/// `@unchecked`: the inputs' counts of changes are written by the drain alone, while no thread
/// reads here: readers have the state locked or pinned, or are the drain.
final class Derivation: @unchecked Sendable {
  let inputs: [Slice]
  /// The way to the value, which can't be followed, and doesn't retain the inputs.
  let step = Step(of: Void.self, .derived)
  private let type: ValueType
  /// Computes the value, and calls its second argument with it, exactly once.
  private let compute: Step.Read
  /// Releases a value with nothing locked: its objects can have a `deinit` that reads the store.
  private let drop: @Sendable (ValueBox) -> Void
  /// Locked during the computation, so that concurrent readers compute the value once.
  private let memo = Locked<(changes: [UInt64], value: ValueBox)?>(nil)

  init(
    of inputs: [Slice], type: ValueType, drop: @escaping @Sendable (ValueBox) -> Void,
    compute: @escaping Step.Read
  ) {
    self.inputs = inputs
    self.type = type
    self.drop = drop
    self.compute = compute
  }

  /// Calls `body` with the value, which is computed if an input has changed.
  func read(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    let changes = inputs.map(\.changes)
    var old: ValueBox?
    let value = memo.withLock { memo -> ValueBox in
      if let memo, memo.changes == changes { return memo.value }
      var computed: ValueBox?
      compute(root) { computed = ValueBox(type, copying: $0) }
      let value = computed.unsafelyUnwrapped
      old = memo?.value
      memo = (changes, value)
      return value
    }
    if let old, !type.isPlain { drop(old) }
    withExtendedLifetime(value) { body(value.pointer) }
  }
}
