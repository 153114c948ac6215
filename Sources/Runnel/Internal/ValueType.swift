// SPDX-License-Identifier: MIT

/// What has to be known of a type to copy, compare and destroy its values without naming it.
///
/// The engine, its nodes and its lanes see values through raw pointers and one of these. So they are
/// compiled once, and never look up the metadata of a generic type while an action goes by. The type is
/// named again where the user's code begins: in ``Store``.
///
/// An object, because every box refers to one.
///
/// `@unchecked`: it never changes, and its closures hold nothing but types.
final class ValueType: @unchecked Sendable {
  typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  let type: Any.Type
  let size: Int
  let stride: Int
  let alignment: Int
  /// Whether a copy of the bytes is a copy of the value, and there are few.
  let isPlain: Bool
  /// Whether a value may be moved by moving its bytes.
  let isMovable: Bool
  /// Makes memory that holds nothing hold a copy of a value.
  let initialize: (_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer) -> Void
  /// Makes memory that holds a value hold nothing. Calls `deinit`s of the user's.
  let deinitialize: (UnsafeMutableRawPointer) -> Void

  init<Value>(_: Value.Type) {
    type = Value.self
    size = MemoryLayout<Value>.size
    stride = MemoryLayout<Value>.stride
    alignment = MemoryLayout<Value>.alignment
    isPlain = _isPOD(Value.self) && MemoryLayout<Value>.size <= 256
    isMovable = _isBitwiseTakable(Value.self)
    initialize = { target, source in
      // Not `initialize(from:count:)`, which copies the padding behind the value, too, and with it bytes
      // that belong to somebody else.
      target.assumingMemoryBound(to: Value.self)
        .initialize(to: source.assumingMemoryBound(to: Value.self).pointee)
    }
    deinitialize = { $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
  }

  /// The comparison that a type brings along, if it does, found at run time: generic code in which the
  /// compiler does not see the conformance gets it too.
  static func comparison(of type: Any.Type) -> Comparison? {
    guard let type = type as? any Equatable.Type else { return nil }
    return equality(of: type)
  }

  private static func equality<Value: Equatable>(of: Value.Type) -> Comparison {
    { left, right in
      left.assumingMemoryBound(to: Value.self).pointee
        == right.assumingMemoryBound(to: Value.self).pointee
    }
  }
}

/// A value of a type that is known at run time only.
///
/// `@unchecked`: it never changes but for plain ones, which only their node overwrites, with the state
/// locked; and the values of a state are `Sendable`.
final class ValueBox: @unchecked Sendable {
  private let type: ValueType
  private let memory: UnsafeMutableRawPointer

  /// A box with a copy of the value at `source`.
  init(_ type: ValueType, copying source: UnsafeRawPointer) {
    self.type = type
    memory = .allocate(byteCount: max(type.size, 1), alignment: type.alignment)
    type.initialize(memory, source)
    // Copying a value leaves out its padding, and then bytes would differ where values do not. All else is
    // the same already, but for values that must not be moved, which hold weak references.
    if type.isMovable { memory.copyMemory(from: source, byteCount: type.size) }
  }

  deinit {
    type.deinitialize(memory)
    memory.deallocate()
  }

  var pointer: UnsafeRawPointer { UnsafeRawPointer(memory) }

  /// Takes another value of a type of which a copy of the bytes is a copy of the value.
  func overwrite(withPlain source: UnsafeRawPointer) {
    memory.copyMemory(from: source, byteCount: type.size)
  }

  /// A copy of the value, whose type the caller knows.
  func value<Value>(as: Value.Type) -> Value {
    memory.assumingMemoryBound(to: Value.self).pointee
  }
}

/// Values of a type that is known at run time only, one behind the other.
///
/// Not for several threads at once.
final class ValueBuffer {
  private let type: ValueType
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  /// An empty buffer.
  init(_ type: ValueType) {
    self.type = type
    capacity = 2
    memory = .allocate(byteCount: max(2 * type.stride, 1), alignment: type.alignment)
  }

  deinit {
    for index in 0..<count { type.deinitialize(memory + index * type.stride) }
    memory.deallocate()
  }

  /// Adds a copy of the value at `source`. O(1) amortised.
  func append(copying source: UnsafeRawPointer) {
    if count == capacity { grow() }
    type.initialize(memory + count * type.stride, source)
    count += 1
  }

  /// The value at `index`, for as long as the buffer lives and nothing is added.
  subscript(index: Int) -> UnsafeRawPointer {
    precondition(index < count)
    return UnsafeRawPointer(memory + index * type.stride)
  }

  private func grow() {
    // Values of Swift may be moved by moving their bytes, but for those that hold a weak reference in
    // place: so each is copied and the old one given up.
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: max(2 * capacity * type.stride, 1),
      alignment: type.alignment
    )
    for index in 0..<count {
      type.initialize(larger + index * type.stride, memory + index * type.stride)
      type.deinitialize(memory + index * type.stride)
    }
    memory.deallocate()
    memory = larger
    capacity *= 2
  }
}
