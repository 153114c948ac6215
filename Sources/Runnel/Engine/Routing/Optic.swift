// SPDX-License-Identifier: MIT

/// A way from a value to one of its parts: to read it, to modify it, to find out whether it exists.
///
/// Slices, reducers, effect lifetimes, and middleware contexts reach every part of the state
/// through one of these: a property, the value of an optional, the payload of an enum case, an
/// element of an array, a value of a dictionary, or a computed value.
///
/// `@unchecked`: the closures capture key paths, IDs, and functions that are `Sendable`.
final class Optic: @unchecked Sendable {
  /// Calls its second argument with the part, if it exists.
  typealias Read = (_ whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
  /// Calls its second argument with the part, if it exists, and returns the change of the whole.
  typealias Modify =
    (_ whole: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Touch) -> Touch

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
  /// A Boolean value indicating whether the part can be absent.
  let isPartial: Bool
  /// A Boolean value indicating whether the part is the payload of an enum case.
  let isCase: Bool
  /// The type of the value, if the part is the value of an optional.
  let wrappedType: Any.Type?
  /// Creates the function that modifies a part that isn't stored in the whole.
  ///
  /// `nil`: it is read-only.
  let makeModify: (() -> Modify)?
  /// A Boolean value indicating whether the part can be modified.
  let isWritable: Bool

  init(
    _ access: Access,
    wholeSize: Int,
    isPartial: Bool = false,
    isCase: Bool = false,
    wrappedType: Any.Type? = nil,
    isWritable: Bool = false,
    makeModify: (() -> Modify)? = nil
  ) {
    self.access = access
    self.wholeSize = wholeSize
    self.isPartial = isPartial
    self.isCase = isCase
    self.wrappedType = wrappedType
    self.isWritable = isWritable || makeModify != nil
    self.makeModify = makeModify
  }

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
  /// Creates an optic of a property.
  ///
  /// A stored one is read in place.
  static func property<Whole, Part>(_ keyPath: any KeyPath<Whole, Part> & Sendable) -> Optic {
    let writable = keyPath as? WritableKeyPath<Whole, Part>
    let size = MemoryLayout<Whole>.size
    if let offset = MemoryLayout<Whole>.offset(of: keyPath) {
      return Optic(.stored(offset: offset), wholeSize: size, isWritable: writable != nil)
    }
    let read: Read = { whole, body in
      withUnsafePointer(
        to: whole.assumingMemoryBound(to: Whole.self).pointee[keyPath: keyPath]
      ) { body($0) }
    }
    guard let writable else { return Optic(.projected(read), wholeSize: size) }
    return Optic(.projected(read), wholeSize: size) {
      { whole, body in
        withUnsafeMutablePointer(
          to: &whole.assumingMemoryBound(to: Whole.self).pointee[keyPath: writable]
        ) { _ = body($0) }
        // The setter has run, whatever the reducer did.
        return .whole
      }
    }
  }

  /// Creates an optic of the value of an optional.
  static func wrapped<Wrapped>(_: Wrapped.Type) -> Optic {
    Optic(
      // The ABI of enums with one payload stores the value of an optional at its start.
      .wrapped { $0.assumingMemoryBound(to: Wrapped?.self).pointee != nil },
      wholeSize: MemoryLayout<Wrapped?>.size, isPartial: true, wrappedType: Wrapped.self,
      isWritable: true)
  }

  /// Creates an optic of the payload of an enum case.
  static func payload<Enum, Payload>(
    embed: @escaping @Sendable (Payload) -> Enum,
    extract: @escaping @Sendable (Enum) -> Payload?
  ) -> Optic {
    let read: Read = { whole, body in
      guard let payload = extract(whole.assumingMemoryBound(to: Enum.self).pointee) else { return }
      withUnsafePointer(to: payload) { body($0) }
    }
    let size = MemoryLayout<Enum>.size
    return Optic(.projected(read), wholeSize: size, isPartial: true, isCase: true) {
      let buffer = MutationBuffer()
      return { whole, body in
        let whole = whole.assumingMemoryBound(to: Enum.self)
        guard var payload = extract(whole.pointee) else { return .nothing }
        // Without the enum, the payload is the only reference to its storage and changes in place.
        whole.deinitialize(count: 1)
        let touch = withUnsafeMutablePointer(to: &payload) { body($0) }
        whole.initialize(to: embed(payload))
        return buffer.report(.payload, in: size, touch)
      }
    }
  }

  /// Creates an optic of the element of an array that has an ID.
  static func element<Element, ID: Hashable & Sendable>(
    _ id: ID,
    by path: any KeyPath<Element, ID> & Sendable,
    at site: CallSite
  ) -> Optic {
    let ids = ElementIDs(at: path)
    let read: Read = { whole, body in
      whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
        guard let index = elements.indices.first(where: { ids.id(at: $0, of: elements) == id }),
          let base = elements.baseAddress
        else { return }
        body(base + index)
      }
    }
    return Optic(.projected(read), wholeSize: MemoryLayout<[Element]>.size, isPartial: true) {
      var cache = ElementCache(by: path, site: site)
      let buffer = MutationBuffer()
      return { whole, body in
        let elements = whole.assumingMemoryBound(to: [Element].self)
        guard let index = cache.index(of: id, in: elements.pointee) else { return .nothing }
        let touch = withUnsafeMutablePointer(to: &elements.pointee[index]) { body($0) }
        guard cache.id(at: index, of: elements.pointee) == id else { return .whole }
        return buffer.report(.element(index), in: MemoryLayout<[Element]>.size, touch)
      }
    }
  }

  /// Creates an optic of the value of a dictionary for a key.
  static func value<Key: Hashable & Sendable, Value>(for key: Key, _: Value.Type) -> Optic {
    let read: Read = { whole, body in
      guard let value = whole.assumingMemoryBound(to: [Key: Value].self).pointee[key]
      else { return }
      withUnsafePointer(to: value) { body($0) }
    }
    return Optic(.projected(read), wholeSize: MemoryLayout<[Key: Value]>.size, isPartial: true) {
      { whole, body in
        let values = whole.assumingMemoryBound(to: [Key: Value].self)
        guard let index = values.pointee.index(forKey: key) else { return .nothing }
        return withUnsafeMutablePointer(to: &values.pointee.values[index]) {
          if case .nothing = body($0) { .nothing } else { .whole }
        }
      }
    }
  }

  /// Creates an optic of a value that a closure computes.
  static func computed<Whole, Part>(_ transform: @escaping @Sendable (Whole) -> Part) -> Optic {
    Optic(
      .projected { whole, body in
        withUnsafePointer(to: transform(whole.assumingMemoryBound(to: Whole.self).pointee)) {
          body($0)
        }
      }, wholeSize: MemoryLayout<Whole>.size)
  }
}
