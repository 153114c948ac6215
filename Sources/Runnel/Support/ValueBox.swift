// SPDX-License-Identifier: MIT

/// A copy of a value whose type is known only at run time.
///
/// `@unchecked`: immutable, except for trivial values, which only their node overwrites, with the
/// state locked. The values of a state are `Sendable`.
final class ValueBox: @unchecked Sendable {
  private let type: ValueType
  private let memory: UnsafeMutableRawPointer

  init(_ type: ValueType, copying source: UnsafeRawPointer) {
    self.type = type
    memory = .allocate(byteCount: max(type.size, 1), alignment: type.alignment)
    type.initialize(memory, source)
    // Copying a value omits its padding, so the bytes of equal values could differ. All other bytes
    // are equal already. Values that cannot be moved are excluded: they contain weak references.
    if type.isMovable { memory.copyMemory(from: source, byteCount: type.size) }
  }

  deinit {
    type.deinitialize(memory)
    memory.deallocate()
  }

  var pointer: UnsafeRawPointer { UnsafeRawPointer(memory) }

  /// Replaces the value with another one of a trivial type.
  func overwrite(withPlain source: UnsafeRawPointer) {
    memory.copyMemory(from: source, byteCount: type.size)
  }

  /// Returns a copy of the value, whose type must be `Value`.
  func value<Value>(as: Value.Type) -> Value {
    memory.assumingMemoryBound(to: Value.self).pointee
  }
}
