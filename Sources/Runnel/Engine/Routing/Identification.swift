// SPDX-License-Identifier: MIT

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
