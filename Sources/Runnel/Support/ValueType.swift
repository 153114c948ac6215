// SPDX-License-Identifier: MIT

/// The operations that copy, compare and destroy values of a type, without naming the type.
///
/// The engine accesses values through raw pointers: its code is compiled once and never looks up
/// generic metadata while an action is processed. A class, since every box refers to one.
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
  /// The `==` of the type, if it is `Equatable`.
  let isSame: Comparison?

  static let void = ValueType(Void.self)

  init<Value>(_: Value.Type) {
    type = Value.self
    size = MemoryLayout<Value>.size
    stride = MemoryLayout<Value>.stride
    alignment = MemoryLayout<Value>.alignment
    isPlain = _isPOD(Value.self) && MemoryLayout<Value>.size <= 256
    isMovable = _isBitwiseTakable(Value.self)
    initialize = { target, source in
      // Not `initialize(from:count:)`, which copies the padding, too, where other data can lie.
      target.assumingMemoryBound(to: Value.self)
        .initialize(to: source.assumingMemoryBound(to: Value.self).pointee)
    }
    isSame = DynamicEquality.comparison(of: Value.self)
    deinitialize = { $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
  }
}

/// Finds the `==` of a type at run time, for code that doesn't see the `Equatable` conformance.
package enum DynamicEquality {
  package typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// Returns the `==` of `type` for values in memory, or `nil` if `type` isn't `Equatable`.
  package static func comparison(of type: Any.Type) -> Comparison? {
    func equality<Value: Equatable>(of _: Value.Type) -> Comparison {
      { left, right in
        left.assumingMemoryBound(to: Value.self).pointee
          == right.assumingMemoryBound(to: Value.self).pointee
      }
    }
    return (type as? any Equatable.Type).map { equality(of: $0) }
  }

  /// Returns the `==` of `type`, or `nil` if `type` isn't `Equatable`.
  package static func function<Value>(for type: Value.Type) -> ((Value, Value) -> Bool)? {
    func equality<Known: Equatable>(of _: Known.Type) -> Any {
      { (left: Known, right: Known) in left == right }
    }
    return (type as? any Equatable.Type).flatMap { equality(of: $0) as? (Value, Value) -> Bool }
  }

  /// Whether two values have the same type at run time, and its `==` holds.
  package static func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    func isRight<Known: Equatable>(_ left: Known) -> Bool { left == right as? Known }
    return (left as? any Equatable).map { isRight($0) } ?? false
  }
}

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
    let memory = self.memory
    type.initialize(memory, source)
    // Copying a value omits its padding, so the bytes of equal values could differ. Values that
    // can't be moved are excluded: they contain weak references.
    if type.isMovable { memory.copyMemory(from: source, byteCount: type.size) }
  }

  private final class Storage: ManagedBuffer<Header, UInt64> {
    deinit { withUnsafeMutablePointerToHeader { $0.pointee.type.deinitialize($0.pointee.memory) } }
  }

  var pointer: UnsafeRawPointer { UnsafeRawPointer(memory) }

  /// By pointer: the property `header` would check exclusivity at each use.
  @inline(__always)
  private var memory: UnsafeMutableRawPointer {
    storage.withUnsafeMutablePointerToHeader { $0.pointee.memory }
  }

  func overwrite(withPlain source: UnsafeRawPointer) {
    storage.withUnsafeMutablePointerToHeader {
      $0.pointee.memory.copyMemory(from: source, byteCount: $0.pointee.type.size)
    }
  }

  /// Returns a copy of the value, whose type must be `Value`.
  func value<Value>(as: Value.Type) -> Value {
    pointer.assumingMemoryBound(to: Value.self).pointee
  }
}
