// SPDX-License-Identifier: MIT

/// The way from the root state, or from the element around, to the value of a reducer or a scope:
/// where the paths to its collections begin.
///
/// `@unchecked`: immutable but for the cache, which is locked.
package final class PathBase: @unchecked Sendable {
  let steps: [Step]
  let type: Any.Type
  /// A value on the way can be absent or replaced.
  let isPartial: Bool
  private let places = Locked<[AnyKeyPath: Place]>([:])

  init(_ steps: [Step], of type: Any.Type) {
    self.steps = steps
    self.type = type
    isPartial = steps.contains(where: \.isPartial)
  }

  /// Creates the base of paths from the root state, or from an element.
  package convenience init(root type: Any.Type) {
    self.init([], of: type)
  }

  /// Returns the place of a collection at a path from here.
  func place(_ path: ElementsPath) -> Place { place(path.keyPath, path) }

  private func place(_ keyPath: AnyKeyPath, _ path: @autoclosure () -> ElementsPath) -> Place {
    if let known = places.withLock({ $0[keyPath] }) { return known }
    let path = path()
    let place = Place(steps + path.steps, to: path.collection)
    places.withLock { $0[keyPath] = place }
    return place
  }

  func place<State, Elements: ElementsByID>(
    _ keyPath: any KeyPath<State, Elements> & Sendable, at site: CallSite
  ) -> Place {
    place(keyPath, ElementsPath(keyPath, at: site))
  }
}

/// The way from a value to a collection in it.
///
/// `@unchecked`: immutable, and so are the parts of steps.
struct ElementsPath: @unchecked Sendable {
  let keyPath: AnyKeyPath
  /// The type of the value where the path begins.
  let rootType: Any.Type
  let steps: [Step]
  let collection: any ElementCollection

  init<State, Elements: ElementsByID>(
    _ keyPath: any KeyPath<State, Elements> & Sendable, at site: CallSite
  ) {
    let access = Elements.elementAccess(at: site)
    self.keyPath = keyPath
    rootType = State.self
    steps = [.property(keyPath)] + access.steps
    collection = access.collection
  }
}

/// The text of a key path in paths such as `\AppState.profile.name`.
package enum KeyPathText {
  /// Returns the components of a key path, from the first dot on.
  ///
  /// The standard library describes a component that it cannot name, such as a computed property,
  /// with an address. This text has the type of the component instead, and the call's place.
  package static func of(_ keyPath: AnyKeyPath, at site: CallSite? = nil) -> String {
    let text = String(describing: keyPath)
    guard let start = text.firstIndex(of: ".") else { return ".?" }
    var rest = text[start...]
    var result = ""
    while let unnamed = rest.firstRange(of: ".<computed "),
      let type = type(in: rest[unnamed.upperBound...])
    {
      result += rest[..<unnamed.lowerBound] + computed(type.name, at: site)
      rest = type.rest
    }
    // The parts of a tuple are labeled `.0` and so on, after another dot.
    return (result + rest).replacing("..", with: ".")
  }

  /// Returns the text of a step that has no name.
  static func computed(_ type: some StringProtocol, at site: CallSite?) -> String {
    " { \(type)\(site.map { " at \($0)" } ?? "") }"
  }

  /// Finds the type in `0x7f00 (Optional<Int>)>`, and what follows the component.
  private static func type(in text: Substring) -> (name: Substring, rest: Substring)? {
    guard let start = text.firstIndex(of: "(") else { return nil }
    var depth = 0
    for index in text[start...].indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 {
        return (text[text.index(after: start)..<index], text[index...].dropFirst(2))
      }
    }
    return nil
  }
}
