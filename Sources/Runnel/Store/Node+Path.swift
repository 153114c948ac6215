// SPDX-License-Identifier: MIT

extension Node {
  /// Tells one slice from another.
  enum Key: Hashable {
    /// A stored part of the state: where it begins, its type, and whether whoever asks may write it.
    case stored(offset: Int, type: ObjectIdentifier, isWritable: Bool)
    /// Something computed from another slice.
    case computed(parent: ObjectIdentifier, path: AnyKeyPath)
    /// The value of an optional.
    case payload(parent: ObjectIdentifier)
    /// The elements of a collection: by what they are told apart, `nil` for the values of a dictionary.
    case elements(parent: ObjectIdentifier, path: AnyKeyPath?)
    /// One element of a collection.
    case element(parent: ObjectIdentifier, id: AnyHashable)
  }

  /// How a slice is got from its parent, in the words of the source.
  enum Step {
    case root
    case keyPath(AnyKeyPath)
    case same
    case closure
    case payload
    case enumCase
    case element(Element)
    case derived
  }

  /// Which element of a collection a slice is.
  struct Element {
    let id: AnyHashable
    let place: ElementPlace
  }

  /// What the slice is, in the words of the source: `\AppState.profile.name`.
  var path: String {
    let start = parent?.path ?? "\\\(type.type)"
    switch step {
    case .root, .same: return start
    case .closure: return "\(start) { \(type.type) }"
    case .payload: return "\(start)?"
    case .enumCase: return "\(start) as \(type.type)"
    case .element(let element): return "\(start)[\(element.id)]"
    case .derived:
      let inputs = anchors.map { $0.path.drop { $0 != "." } }.joined(separator: ", ")
      return "\(start) { \(inputs) → \(type.type) }"
    case .keyPath(let keyPath):
      let words = String(describing: keyPath)
      return start + (words.firstIndex(of: ".").map { words[$0...] } ?? ".?")
    }
  }

  /// Whether each scope of the slice has a node of its own, though the slice is the same.
  var isUnshared: Bool {
    switch step {
    case .same, .enumCase: true
    default: false
    }
  }

  /// Whether this is `other`, or a part of it, or made from it.
  func isWithin(_ other: Node) -> Bool {
    var next: Node? = self
    while let node = next {
      if node === other { return true }
      next = node.parent
    }
    return other.isStored && other.footprint.contains(footprint)
  }

  /// Reducers of the whole state that do to this slice what `entries` do to a value like it; `nil` if
  /// the slice cannot be written.
  func lifted(_ entries: [ReducerEntry]) -> [ReducerEntry]? {
    guard let lift else { return nil }
    let entries = entries.map(lift)
    // A stored slice is lifted to the root at once.
    return isStored ? entries : parent?.lifted(entries)
  }
}
