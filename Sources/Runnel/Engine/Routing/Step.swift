// SPDX-License-Identifier: MIT

/// One step from a value to a part of it: the only description of a way through the state.
///
/// Reducers, slices, addresses and effects hold the same steps, to read the part, to modify it, to
/// find out whether it exists, and to show the way as it appears in the source.
///
/// `@unchecked`: immutable; the closures capture key paths and functions that are `Sendable`.
final class Step: @unchecked Sendable {
  /// Calls its second argument with the part, if it exists.
  typealias Read = (_ whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
  /// Calls its second argument with the part, if it exists.
  typealias Modify = (
    _ whole: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void
  ) -> Void

  enum Kind {
    /// The part is stored in the whole.
    case stored(offset: Int)
    /// The part is the value of an optional. It is stored at the optional's start.
    case wrapped(isPresent: (UnsafeRawPointer) -> Bool)
    /// The part is computed, or stored elsewhere.
    case projected(Read)
    /// The part is any element of a collection, or the value itself if that has an identity.
    case elements(any ElementCollection)
    /// The part is derived from several others. The way to it can't be followed.
    case derived
  }

  let kind: Kind
  /// The size of the whole in bytes.
  let wholeSize: Int
  let wholeType: Any.Type
  /// The type of the value, if the part is the value of an optional.
  let wrappedType: Any.Type?
  /// The path, if the part is a property.
  let keyPath: AnyKeyPath?
  /// The type of the payload, if the part is the payload of an enum case.
  let payloadType: Any.Type?
  /// Modifies a projected part, unless the part is read-only.
  let modify: Modify?

  init<Whole>(
    of: Whole.Type, _ kind: Kind, payloadType: Any.Type? = nil, wrappedType: Any.Type? = nil,
    keyPath: AnyKeyPath? = nil, modify: Modify? = nil
  ) {
    self.kind = kind
    wholeSize = MemoryLayout<Whole>.size
    wholeType = Whole.self
    self.payloadType = payloadType
    self.keyPath = keyPath
    self.wrappedType = wrappedType
    self.modify = modify
  }

  /// A Boolean value indicating whether the part is the payload of an enum case.
  var isCase: Bool { payloadType != nil }

  /// A Boolean value indicating whether the part can be absent, or be replaced by another one.
  var isPartial: Bool {
    if case .elements = kind { true } else { isCase || wrappedType != nil }
  }

  /// The offset of a part that is stored in the whole.
  var storedOffset: Int? {
    if case .stored(let offset) = kind { offset } else { nil }
  }

  /// The collection of the elements, unless that is a single value with an identity.
  var manyElements: (any ElementCollection)? {
    if case .elements(let collection) = kind, !collection.isIdentity { collection } else { nil }
  }

  /// Calls `body` with the part, if it exists and is the only one.
  @inline(__always)
  func read(_ whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    switch kind {
    case .stored(let offset): body(whole + offset)
    case .wrapped(let isPresent): if isPresent(whole) { body(whole) }
    case .projected(let read): read(whole, body)
    case .elements(let collection): if collection.isIdentity { body(whole) }
    case .derived: return
    }
  }

  /// Appends the step as it appears in the source.
  func append(to path: inout String) {
    if let keyPath {
      path += KeyPathText.of(keyPath)
    } else if wrappedType != nil {
      path += "?"
    } else if let payloadType {
      path += " as \(payloadType)"
    } else if manyElements != nil {
      path += "[]"
    } else if case .derived = kind {
      path += " { … }"
    }
  }
}

extension Step {
  /// Creates a step to a property, which is read in place if it is stored.
  static func property<Whole, Part>(_ keyPath: any KeyPath<Whole, Part> & Sendable) -> Step {
    if let offset = MemoryLayout<Whole>.offset(of: keyPath) {
      return Step(of: Whole.self, .stored(offset: offset), keyPath: keyPath)
    }
    let kind = computing { (whole: Whole) in whole[keyPath: keyPath] }
    guard let writable = keyPath as? WritableKeyPath<Whole, Part> else {
      return Step(of: Whole.self, kind, keyPath: keyPath)
    }
    return Step(of: Whole.self, kind, keyPath: keyPath) { whole, body in
      withUnsafeMutablePointer(
        to: &whole.assumingMemoryBound(to: Whole.self).pointee[keyPath: writable]
      ) { body($0) }
    }
  }

  /// Creates a step to a stored property that paths for readers don't name.
  static func stored<Whole, Part>(_ keyPath: any WritableKeyPath<Whole, Part> & Sendable) -> Step {
    guard let offset = MemoryLayout<Whole>.offset(of: keyPath) else { return property(keyPath) }
    return Step(of: Whole.self, .stored(offset: offset))
  }

  /// Creates a step to the value of an optional.
  static func wrapped<Wrapped>(_: Wrapped.Type) -> Step {
    Step(
      of: Wrapped?.self,
      // The ABI of enums with one payload stores the value of an optional at its start.
      .wrapped { $0.assumingMemoryBound(to: Wrapped?.self).pointee != nil },
      wrappedType: Wrapped.self)
  }

  /// Creates a step to the payload of an enum case.
  static func payload<Enum, Payload>(
    embed: @escaping @Sendable (Payload) -> Enum, extract: @escaping @Sendable (Enum) -> Payload?
  ) -> Step {
    let read: Read = { whole, body in
      guard let payload = extract(whole.assumingMemoryBound(to: Enum.self).pointee) else { return }
      withUnsafePointer(to: payload) { body($0) }
    }
    return Step(of: Enum.self, .projected(read), payloadType: Payload.self) { whole, body in
      let whole = whole.assumingMemoryBound(to: Enum.self)
      guard var payload = extract(whole.pointee) else { return }
      // Without the enum, the payload is the only reference to its storage and changes in place.
      whole.deinitialize(count: 1)
      withUnsafeMutablePointer(to: &payload) { body($0) }
      whole.initialize(to: embed(payload))
    }
  }

  /// Creates a step to a value that a closure computes.
  static func computed<Whole, Part>(_ transform: @escaping @Sendable (Whole) -> Part) -> Step {
    Step(of: Whole.self, computing(transform))
  }

  private static func computing<Whole, Part>(_ get: @escaping (Whole) -> Part) -> Kind {
    .projected { whole, body in
      withUnsafePointer(to: get(whole.assumingMemoryBound(to: Whole.self).pointee)) { body($0) }
    }
  }

  /// Creates a step to the elements of a collection.
  convenience init(_ collection: any ElementCollection) {
    self.init(of: Void.self, .elements(collection))
  }
}
