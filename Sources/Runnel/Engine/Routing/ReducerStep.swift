// SPDX-License-Identifier: MIT

/// One step from a state to the part that a reducer handles, for lists of reducers and reports.
///
/// `@unchecked`: optics and collections are immutable.
enum ReducerStep: @unchecked Sendable {
  case optic(Optic)
  case elements(any ElementCollection)
  /// A property of a slice, stored at an offset.
  case stored(offset: Int, AnyKeyPath?)
  /// The way to a value that is derived from others, of which only the identity of the slice is
  /// known: the slice has the steps, so these don't retain it.
  case derived(ObjectIdentifier)

  /// The offset of a part that is stored in the whole, and its path, or `nil` for another step.
  var stored: (offset: Int, keyPath: AnyKeyPath?)? {
    switch self {
    case .stored(let offset, let keyPath): return (offset, keyPath)
    case .optic(let optic):
      if case .stored(let offset) = optic.access { return (offset, optic.keyPath) }
      return nil
    case .elements, .derived: return nil
    }
  }

  /// Appends the step as it appears in the source.
  func append(to path: inout String) {
    switch self {
    case .stored(_, let keyPath): path += keyPath.map { KeyPathText.of($0) } ?? ""
    case .optic(let optic):
      if let keyPath = optic.keyPath {
        path += KeyPathText.of(keyPath)
      } else if optic.wrappedType != nil {
        path += "?"
      } else if let type = optic.payloadType {
        path += " as \(type)"
      }
    case .elements(let elements): if !elements.isIdentity { path += "[]" }
    case .derived: path += " { … }"
    }
  }
}
