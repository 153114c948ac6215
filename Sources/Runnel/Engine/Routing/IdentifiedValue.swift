// SPDX-License-Identifier: MIT

/// A value as a collection of one element, which is another element when it has another ID.
///
/// Effects and scopes of an element end when no element has its ID: those of the value of an
/// optional, a case or a dictionary thus end when one with another identity replaces it.
final class IdentifiedValue<Value, ID: Hashable>: TypedElements<Identity<ID>>,
  // `@unchecked`: as `ElementCollection` states.
  @unchecked Sendable
{
  private let ids: ElementIDs<Value, ID>

  init(by path: KeyPath<Value, ID>, _ read: @escaping (Value) -> ID) {
    ids = ElementIDs(at: path, read)
    super.init(Value.self, of: Value.self, at: path, isIdentity: true)
  }

  private func identity(of value: UnsafeRawPointer) -> Identity<ID> {
    Identity(id: ids.id(of: value.assumingMemoryBound(to: Value.self)))
  }

  override func presentID(_: AnyHashable?, in whole: UnsafeRawPointer) -> AnyHashable? {
    AnyHashable(identity(of: whole))
  }

  override func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [AnyHashable] {
    [AnyHashable(identity(of: whole))]
  }

  override func ownID(of value: UnsafeRawPointer, _ id: UnsafeRawPointer) -> Identity<ID> {
    identity(of: value)
  }

  override func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, _: AnyObject?,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    if ids.id(of: whole.assumingMemoryBound(to: Value.self)) == ownID(at: id) { body(whole) }
  }

  /// An `Identity` is its only property, and its type would be searched for at each use.
  private func ownID(at identity: UnsafeRawPointer) -> ID {
    identity.assumingMemoryBound(to: ID.self).pointee
  }

  override func makeModify(_: AnyObject?) -> ElementModify {
    { [self] whole, id, output, body in
      let start = output.pointee.changes.mark
      let value = whole.assumingMemoryBound(to: Value.self)
      return withUnsafePointer(to: ids.id(of: value)) { present in
        if let id, ownID(at: id) != present.pointee { return false }
        guard body(present, whole) else { return false }
        // The value lies in the memory of the whole: changes of it are changes of the whole.
        if ids.id(of: value) != present.pointee { output.pointee.changes.removeAll(from: start) }
        return true
      }
    }
  }
}

extension ElementCollection {
  /// The identity of values of a type, even in generic code, or `nil` if they have none.
  static func identity<Value>(of type: Value.Type) -> ElementCollection? {
    func make<Found: Identifiable>(_: Found.Type) -> ElementCollection {
      // In generic code, `\.id` is a computed property, even if the type stores it.
      IdentifiedValue<Found, Found.ID>(by: \.id) { $0.id }
    }
    return (type as? any Identifiable.Type).map { make($0) }
  }
}

/// The ID of a value that can be replaced by another one, which slices tell from an element's ID.
///
/// `@unchecked`: an ID is a part of a state, which is `Sendable`.
struct Identity<ID: Hashable>: Hashable, @unchecked Sendable, CustomStringConvertible {
  let id: ID

  var description: String { "\(id)" }
}
