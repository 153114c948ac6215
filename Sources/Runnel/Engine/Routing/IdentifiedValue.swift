// SPDX-License-Identifier: MIT

/// A value as a collection of one element, which is another element when it has another ID.
///
/// Effects and scopes of an element end when no element has its ID. Through this collection, those
/// of the value of an optional, a case or a dictionary end when the value is replaced by one with
/// another identity.
///
/// `@unchecked`: immutable; `read` captures a `Sendable` key path or nothing.
final class IdentifiedValue<Value, ValueID: Hashable>: ElementCollection, @unchecked Sendable {
  typealias Whole = Value
  typealias ID = Identity<ValueID>

  let path: AnyKeyPath?
  private let read: (Value) -> ValueID
  /// The offset of a stored ID, which is read there.
  private let offset: Int?

  init(by path: KeyPath<Value, ValueID>, _ read: @escaping (Value) -> ValueID) {
    self.path = path
    self.read = read
    offset = MemoryLayout<Value>.offset(of: path)
  }

  /// Returns the identity of a value.
  func identity(of value: UnsafeRawPointer) -> Identity<ValueID> {
    guard let offset else {
      return Identity(id: read(value.assumingMemoryBound(to: Value.self).pointee))
    }
    return Identity(id: (value + offset).assumingMemoryBound(to: ValueID.self).pointee)
  }

  func anyIdentity(of value: UnsafeRawPointer) -> AnyHashable { AnyHashable(identity(of: value)) }

  func read(
    _ id: ID, near: Locked<Int>, in whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void
  ) {
    if identity(of: whole) == id { body(whole) }
  }

  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [ID] { [identity(of: whole)] }

  func makeTable() -> any ElementTable {
    IdentifiedValueTable(self)
  }

  func makeModify() -> ElementModify<ID> {
    { [self] whole, id, body in
      let identity = identity(of: whole)
      guard id == nil || id == identity else { return .nothing }
      let touch = body(identity, whole) { self.identity(of: whole) }
      if case .nothing = touch { return touch }
      // The value lies in the memory of the whole, so a change inside is a change of the whole.
      return self.identity(of: whole) == identity ? touch : .whole
    }
  }
}

extension IdentifiedValue where Value: Identifiable, ValueID == Value.ID {
  /// Creates a description of identifiable values.
  convenience init() {
    // In generic code, `\.id` is a computed property, even if the type stores it.
    self.init(by: \.id) { $0.id }
  }
}

extension IdentifiedValue: IdentifiedValueCollection {}
