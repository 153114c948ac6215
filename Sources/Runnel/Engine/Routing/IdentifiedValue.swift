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
  typealias Element = Value
  typealias ID = Identity<ValueID>

  let path: AnyKeyPath?
  var isIdentity: Bool { true }
  private let ids: ElementIDs<Value, ValueID>

  init(by path: KeyPath<Value, ValueID>, _ read: @escaping (Value) -> ValueID) {
    self.path = path
    ids = ElementIDs(at: path, read)
  }

  private func identity(of value: UnsafeRawPointer) -> ID {
    Identity(id: ids.id(of: value.assumingMemoryBound(to: Value.self)))
  }

  func presentID(_: AnyHashable?, in whole: UnsafeRawPointer) -> AnyHashable? {
    AnyHashable(identity(of: whole))
  }

  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [ID] { [identity(of: whole)] }

  func ownID(of value: UnsafeRawPointer, _ id: UnsafeRawPointer) -> ID { identity(of: value) }

  func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, _: AnyObject?,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    if identity(of: whole) == id.assumingMemoryBound(to: ID.self).pointee { body(whole) }
  }

  func makeModify(_: AnyObject?) -> ElementModify {
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
  static func of<Value>(_ type: Value.Type) -> (any ElementCollection)? {
    func make<Found: Identifiable>(_: Found.Type) -> any ElementCollection {
      IdentifiedValue<Found, Found.ID>()
    }
    return (type as? any Identifiable.Type).map { make($0) }
  }
}
