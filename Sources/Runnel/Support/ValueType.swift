// SPDX-License-Identifier: MIT

/// The operations that copy, compare and destroy values of a type, without naming the type.
///
/// The engine accesses values through raw pointers and a value type. Its code is therefore compiled
/// once and never looks up generic metadata while an action is processed. A class, because every
/// box has a reference to one.
///
/// `@unchecked`: immutable, and its closures capture only types.
final class ValueType: @unchecked Sendable {
  typealias Comparison = DynamicEquality.Comparison

  let type: Any.Type
  let size: Int
  let stride: Int
  let alignment: Int
  /// `true` if the type is trivial and small: copying the bytes copies the value.
  let isPlain: Bool
  /// `true` if moving the bytes moves the value.
  let isMovable: Bool
  /// Initializes memory with a copy of a value.
  let initialize: (_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer) -> Void
  /// Deinitializes the value in memory, which can call a user's `deinit`.
  let deinitialize: (UnsafeMutableRawPointer) -> Void

  static let void = ValueType(Void.self)

  init<Value>(_: Value.Type) {
    type = Value.self
    size = MemoryLayout<Value>.size
    stride = MemoryLayout<Value>.stride
    alignment = MemoryLayout<Value>.alignment
    isPlain = _isPOD(Value.self) && MemoryLayout<Value>.size <= 256
    isMovable = _isBitwiseTakable(Value.self)
    initialize = { target, source in
      // Not `initialize(from:count:)`, which copies the padding behind the value too, where other
      // data can lie.
      target.assumingMemoryBound(to: Value.self)
        .initialize(to: source.assumingMemoryBound(to: Value.self).pointee)
    }
    deinitialize = { $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
  }
}
