// SPDX-License-Identifier: MIT

/// A copy of a value whose type is known only at run time, behind its header in one allocation.
///
/// `@unchecked`: immutable, except for trivial values, which only their slice overwrites, with the
/// state locked. The values of a state are `Sendable`.
struct ValueBox: @unchecked Sendable {
  private let storage: ManagedBuffer<Header, UInt64>

  fileprivate struct Header {
    let type: ValueType
    let memory: UnsafeMutableRawPointer
  }

  init(_ type: ValueType, copying source: UnsafeRawPointer) {
    // Words, which the system allocates fastest. Room to align the value, if it needs more.
    let padding = max(0, type.alignment - MemoryLayout<UInt64>.alignment)
    storage = Storage.create(minimumCapacity: (type.size + padding + 7) / 8) { buffer in
      let start = buffer.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
      return Header(type: type, memory: start.alignedUp(toMultipleOf: type.alignment))
    }
    let memory = storage.header.memory
    type.initialize(memory, source)
    // Copying a value omits its padding, so the bytes of equal values could differ. All other bytes
    // are equal already. Values that cannot be moved are excluded: they contain weak references.
    if type.isMovable { memory.copyMemory(from: source, byteCount: type.size) }
  }

  private final class Storage: ManagedBuffer<Header, UInt64> {
    deinit { header.type.deinitialize(header.memory) }
  }

  var pointer: UnsafeRawPointer { UnsafeRawPointer(storage.header.memory) }

  /// Replaces the value with another one of a trivial type.
  func overwrite(withPlain source: UnsafeRawPointer) {
    storage.header.memory.copyMemory(from: source, byteCount: storage.header.type.size)
  }

  /// Returns a copy of the value, whose type must be `Value`.
  func value<Value>(as: Value.Type) -> Value {
    pointer.assumingMemoryBound(to: Value.self).pointee
  }
}
