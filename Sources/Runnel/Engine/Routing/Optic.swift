// SPDX-License-Identifier: MIT

/// A way from a value to one of its parts: to read it, to modify it, to find out whether it exists.
///
/// The part is a property, the value of an optional, the payload of an enum case, or a computed
/// value. See ``ElementCollection`` for elements.
///
/// `@unchecked`: the closures capture key paths and functions that are `Sendable`.
final class Optic: @unchecked Sendable {
  /// Calls its second argument with the part, if it exists.
  typealias Read = (_ whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
  /// Calls its last argument with the part, if it exists, and returns the change of the whole.
  ///
  /// The change can lie in the buffer, which belongs to the reducer.
  typealias Modify = (
    _ whole: UnsafeMutableRawPointer, _ buffer: MutationBuffer,
    _ body: (UnsafeMutableRawPointer) -> Touch
  ) -> Touch

  enum Access {
    /// The part is stored in the whole.
    case stored(offset: Int)
    /// The part is the value of an optional. It is stored at the optional's start.
    case wrapped(isPresent: (UnsafeRawPointer) -> Bool)
    /// The part is computed, or stored elsewhere.
    case projected(Read)
  }

  let access: Access
  /// The size of the whole in bytes.
  let wholeSize: Int
  let wholeType: Any.Type
  /// A Boolean value indicating whether the part is the payload of an enum case.
  let isCase: Bool
  /// The type of the value, if the part is the value of an optional.
  let wrappedType: Any.Type?
  /// The path, if the part is a property.
  let keyPath: AnyKeyPath?
  /// The type of the payload, if the part is the payload of an enum case.
  let payloadType: Any.Type?
  /// Modifies a projected part, unless the part is read-only.
  let modify: Modify?

  init<Whole>(
    of: Whole.Type, _ access: Access, payloadType: Any.Type? = nil, wrappedType: Any.Type? = nil,
    keyPath: AnyKeyPath? = nil, modify: Modify? = nil
  ) {
    self.access = access
    wholeSize = MemoryLayout<Whole>.size
    wholeType = Whole.self
    self.payloadType = payloadType
    isCase = payloadType != nil
    self.keyPath = keyPath
    self.wrappedType = wrappedType
    self.modify = modify
  }

  /// A Boolean value indicating whether the part can be absent.
  var isPartial: Bool { isCase || wrappedType != nil }

  /// Calls `body` with the part, if it exists.
  @inline(__always)
  func read(_ whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    switch access {
    case .stored(let offset): body(whole + offset)
    case .wrapped(let isPresent): if isPresent(whole) { body(whole) }
    case .projected(let read): read(whole, body)
    }
  }
}

extension Optic {
  /// Creates an optic of a property, which is read in place if it is stored.
  static func property<Whole, Part>(_ keyPath: any KeyPath<Whole, Part> & Sendable) -> Optic {
    if let offset = MemoryLayout<Whole>.offset(of: keyPath) {
      return Optic(of: Whole.self, .stored(offset: offset), keyPath: keyPath)
    }
    let access = computing { (whole: Whole) in whole[keyPath: keyPath] }
    guard let writable = keyPath as? WritableKeyPath<Whole, Part> else {
      return Optic(of: Whole.self, access, keyPath: keyPath)
    }
    return Optic(of: Whole.self, access, keyPath: keyPath) { whole, _, body in
      withUnsafeMutablePointer(
        to: &whole.assumingMemoryBound(to: Whole.self).pointee[keyPath: writable]
      ) { _ = body($0) }
      // The setter has run, whatever the reducer did.
      return .whole
    }
  }

  /// Creates an optic of a stored property that paths for readers don't name.
  static func stored<Whole, Part>(_ keyPath: any WritableKeyPath<Whole, Part> & Sendable) -> Optic {
    guard let offset = MemoryLayout<Whole>.offset(of: keyPath) else { return property(keyPath) }
    return Optic(of: Whole.self, .stored(offset: offset))
  }

  /// Creates an optic of the value of an optional.
  static func wrapped<Wrapped>(_: Wrapped.Type) -> Optic {
    Optic(
      of: Wrapped?.self,
      // The ABI of enums with one payload stores the value of an optional at its start.
      .wrapped { $0.assumingMemoryBound(to: Wrapped?.self).pointee != nil },
      wrappedType: Wrapped.self)
  }

  /// Creates an optic of the payload of an enum case.
  static func payload<Enum, Payload>(
    embed: @escaping @Sendable (Payload) -> Enum, extract: @escaping @Sendable (Enum) -> Payload?
  ) -> Optic {
    let read: Read = { whole, body in
      guard let payload = extract(whole.assumingMemoryBound(to: Enum.self).pointee) else { return }
      withUnsafePointer(to: payload) { body($0) }
    }
    return Optic(of: Enum.self, .projected(read), payloadType: Payload.self) {
      whole, buffer, body in
      let whole = whole.assumingMemoryBound(to: Enum.self)
      guard var payload = extract(whole.pointee) else { return .nothing }
      // Without the enum, the payload is the only reference to its storage and changes in place.
      whole.deinitialize(count: 1)
      let touch = withUnsafeMutablePointer(to: &payload) { body($0) }
      whole.initialize(to: embed(payload))
      return buffer.report(.payload, in: MemoryLayout<Enum>.size, touch)
    }
  }

  /// Creates an optic of a value that a closure computes.
  static func computed<Whole, Part>(_ transform: @escaping @Sendable (Whole) -> Part) -> Optic {
    Optic(of: Whole.self, computing(transform))
  }

  private static func computing<Whole, Part>(_ get: @escaping (Whole) -> Part) -> Access {
    .projected { whole, body in
      withUnsafePointer(to: get(whole.assumingMemoryBound(to: Whole.self).pointee)) { body($0) }
    }
  }
}
