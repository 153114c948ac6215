// SPDX-License-Identifier: MIT

/// One step from a value to a part of it: the only description of a way through the state.
///
/// Reducers, slices, addresses and effects hold the same steps, to read, find and modify the part,
/// and to show the way as in the source.
///
/// `@unchecked`: immutable; the closures capture key paths and functions that are `Sendable`.
package final class Step: @unchecked Sendable {
  /// Calls its second argument with the part, if it exists.
  typealias Read = (_ whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
  typealias Modify = (
    _ whole: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void
  ) -> Void

  enum Kind {
    case stored(offset: Int)
    /// The value of an optional, at the start of which it is stored.
    case wrapped(isPresent: (UnsafeRawPointer) -> Bool)
    case payload(Read)
    /// Computed, or stored elsewhere.
    case computed(Read)
    /// Any element of a collection, or the value itself if that has an identity.
    case elements(ElementCollection)
    /// Derived from several others. The way to it can't be followed.
    case derived
  }

  let kind: Kind
  let wholeType: Any.Type
  /// In bytes.
  let wholeSize: Int
  let partType: Any.Type
  let keyPath: AnyKeyPath?
  /// Modifies a payload or a computed part, unless the part is read-only.
  private let update: Modify?

  init<Whole, Part>(
    _: Whole.Type, to _: Part.Type, _ kind: Kind, keyPath: AnyKeyPath? = nil,
    update: Modify? = nil
  ) {
    self.kind = kind
    wholeType = Whole.self
    wholeSize = MemoryLayout<Whole>.size
    partType = Part.self
    self.keyPath = keyPath
    self.update = update
  }

  init(_ collection: ElementCollection) {
    kind = .elements(collection)
    wholeType = collection.wholeType
    wholeSize = collection.wholeSize
    partType = collection.elementType
    keyPath = nil
    update = nil
  }

  var isCase: Bool { if case .payload = kind { true } else { false } }

  /// The part lies in memory of its own, and not in that of the whole.
  var isProjected: Bool { if case .computed = kind { true } else { isCase } }

  var isWritable: Bool { !isProjected || update != nil }

  /// The part can be absent, or be replaced by another one.
  var isPartial: Bool {
    switch kind {
    case .wrapped, .payload, .elements: true
    case .stored, .computed, .derived: false
    }
  }

  var storedOffset: Int? {
    if case .stored(let offset) = kind { offset } else { nil }
  }

  /// The collection of the elements, unless that is a single value with an identity.
  package var manyElements: ElementCollection? {
    if case .elements(let collection) = kind, !collection.isIdentity { collection } else { nil }
  }

  /// Calls `body` with the part, if it exists and is the only one.
  @inline(__always)
  func read(_ whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    switch kind {
    case .stored(let offset): body(whole + offset)
    case .wrapped(let isPresent): if isPresent(whole) { body(whole) }
    case .payload(let read), .computed(let read): read(whole, body)
    case .elements(let collection): if collection.isIdentity { body(whole) }
    case .derived: return
    }
  }

  /// The same for a part that `body` changes.
  @inline(__always)
  func modify(_ whole: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void) {
    if isProjected { update?(whole, body) } else { read(whole) { body(.init(mutating: $0)) } }
  }

  /// The step as it appears in the source.
  var text: String {
    if let keyPath { return KeyPathText.of(keyPath) }
    return switch kind {
    case .wrapped: "?"
    case .payload: " as \(partType)"
    case .elements(let collection): collection.isIdentity ? "" : "[]"
    case .derived: " { … }"
    case .stored, .computed: ""
    }
  }
}

/// A part that lies in the memory of a whole, perhaps inside optionals.
struct StoredPart {
  /// In bytes from the start of the whole.
  private(set) var offset = 0
  /// The optionals around the part, the outermost first.
  private var optionals: [(offset: Int, isPresent: (UnsafeRawPointer) -> Bool)] = []

  init() {}

  /// Creates a description of the part behind some steps, if none of them leaves the memory.
  init?(behind steps: some Sequence<Step>) {
    for step in steps {
      switch step.kind {
      case .stored(let distance): offset += distance
      case .wrapped(let isPresent): optionals.append((offset, isPresent))
      case .elements(let collection) where collection.isIdentity: break
      case .payload, .computed, .elements, .derived: return nil
      }
    }
  }

  /// Whether all optionals around the part have a value.
  @inline(__always)
  func isPresent(in whole: UnsafeRawPointer) -> Bool {
    for optional in optionals where !optional.isPresent(whole + optional.offset) { return false }
    return true
  }
}

extension Sequence<Step> {
  /// The way as it appears in the source, from the first dot on.
  var text: String { map(\.text).joined() }
}

extension Step {
  /// Creates a step to a property, which is read in place if it is stored.
  static func property<Whole, Part>(_ keyPath: any KeyPath<Whole, Part> & Sendable) -> Step {
    if let offset = MemoryLayout<Whole>.offset(of: keyPath) {
      return Step(Whole.self, to: Part.self, .stored(offset: offset), keyPath: keyPath)
    }
    let writable = keyPath as? WritableKeyPath<Whole, Part>
    return Step(
      Whole.self, to: Part.self, computing { (whole: Whole) in whole[keyPath: keyPath] },
      keyPath: keyPath,
      update: writable.map { writable in
        { whole, body in
          withUnsafeMutablePointer(
            to: &whole.assumingMemoryBound(to: Whole.self).pointee[keyPath: writable]
          ) { body($0) }
        }
      })
  }

  /// Creates a step to a stored property that paths for readers don't name.
  static func stored<Whole, Part>(_ keyPath: any WritableKeyPath<Whole, Part> & Sendable) -> Step {
    guard let offset = MemoryLayout<Whole>.offset(of: keyPath) else { return property(keyPath) }
    return Step(Whole.self, to: Part.self, .stored(offset: offset))
  }

  static func wrapped<Wrapped>(_: Wrapped.Type) -> Step {
    Step(
      Wrapped?.self, to: Wrapped.self,
      // The ABI of enums with one payload stores the value of an optional at its start.
      .wrapped { hasValue(of: Wrapped.self, at: $0) })
  }

  /// Returns whether an optional has a value, which would be copied if it were `Copyable`.
  private static func hasValue<Wrapped: ~Copyable>(
    of _: Wrapped.Type, at optional: UnsafeRawPointer
  ) -> Bool {
    optional.assumingMemoryBound(to: Wrapped?.self).pointee != nil
  }

  static func computed<Whole, Part>(_ transform: @escaping @Sendable (Whole) -> Part) -> Step {
    Step(Whole.self, to: Part.self, computing(transform))
  }

  private static func computing<Whole, Part>(_ get: @escaping (Whole) -> Part) -> Kind {
    .computed { whole, body in
      withUnsafePointer(to: get(whole.assumingMemoryBound(to: Whole.self).pointee)) { body($0) }
    }
  }
}
