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
  var isIdentity: Bool { true }
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
    _ id: ID, near: Locked<Int>?, in whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void
  ) {
    if identity(of: whole) == id { body(whole) }
  }

  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [ID] { [identity(of: whole)] }

  func makeTable() -> any ElementTable {
    IdentifiedValueTable(self)
  }

  func ownID(of value: UnsafeRawPointer, _ id: UnsafeRawPointer) -> ID { identity(of: value) }

  func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, _: AnyObject,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    read(id.assumingMemoryBound(to: ID.self).pointee, near: nil, in: whole, body)
  }

  func makeModify(_: AnyObject) -> ElementModify {
    { [self] whole, id, output, body in
      let start = output.pointee.changes.mark
      return withUnsafePointer(to: identity(of: whole)) { identity in
        if let id, id.assumingMemoryBound(to: ID.self).pointee != identity.pointee {
          return false
        }
        guard body(identity, whole) else { return false }
        // The value lies in the memory of the whole: changes of it are changes of the whole.
        if self.identity(of: whole) != identity.pointee {
          output.pointee.changes.removeAll(from: start)
        }
        return true
      }
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

/// The identity of a value that can be replaced by another one: its ID.
///
/// A type of its own, so that slices tell it from an element with the same ID.
///
/// `@unchecked`: an ID is a part of a state, which is `Sendable`.
struct Identity<ID: Hashable>: Hashable, @unchecked Sendable, CustomStringConvertible {
  let id: ID

  var description: String { "\(id)" }
}

/// Finds the identity of values of a type, even in generic code.
enum Identification {
  /// Returns the description of identifiable values, or `nil` if the type isn't identifiable.
  static func of<Value>(_ type: Value.Type) -> (any IdentifiedValueCollection)? {
    func make<Found: Identifiable>(_: Found.Type) -> any IdentifiedValueCollection {
      IdentifiedValue<Found, Found.ID>()
    }
    return (type as? any Identifiable.Type).map { make($0) }
  }
}

/// A collection of one value, which is found by its identity.
protocol IdentifiedValueCollection<Whole>: ElementCollection {
  /// Returns the identity of a value.
  func anyIdentity(of value: UnsafeRawPointer) -> AnyHashable
}

extension IdentifiedValueCollection {
  /// Returns a reducer of the value that runs others, with effects that end with its identity.
  func reducer(of reducers: [CompiledReducer]) -> CompiledReducer {
    reducers.forEach(of: self)
  }
}

/// The attached slices of one place in the state, one for each identity that its value has had.
final class IdentifiedValueTable<Value, ValueID: Hashable>: AttachedElements<Identity<ValueID>>,
  ElementTable
{
  private let collection: IdentifiedValue<Value, ValueID>

  init(_ collection: IdentifiedValue<Value, ValueID>) {
    self.collection = collection
  }

  func locate(_ slice: Slice, in collection: UnsafeRawPointer) {}

  func visit(
    _ value: UnsafeRawPointer, target: ChangedPart.Kind?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    let identity = collection.identity(of: value)
    for index in attached.slices.indices {
      attached.comparisons += 1
      if attached.ids[index] == identity {
        changed(attached.slices[index], value)
      } else {
        missing(attached.slices[index])
      }
    }
  }
}
