// SPDX-License-Identifier: MIT

/// The slices of one store that are in use, so that two scopes of one part share a slice.
///
/// Each scope, subscription, and effect, and each slice inside another one, counts as a user. Each
/// function that returns a slice counts the caller as a user; `release` ends that. A slice without
/// a user is forgotten.
struct SliceCache: Sendable {
  /// The properties that all slices of one type share.
  ///
  /// Finding them takes longer than creating a slice.
  ///
  /// `@unchecked`: immutable; the comparison captures nothing but the type.
  private struct KnownType: @unchecked Sendable {
    let type: ValueType
    let isSame: ValueType.Comparison?
  }

  private let slices = Locked<[Slice.Key: Slice]>([:])
  private let types = Locked<[ObjectIdentifier: KnownType]>([:])

  /// The number of slices that can be shared.
  var count: Int { slices.withLock { $0.count } }

  private func known<Value>(_ type: Value.Type) -> KnownType {
    types.withLock { types in
      if let known = types[ObjectIdentifier(type)] { return known }
      let known = KnownType(type: ValueType(type), isSame: DynamicEquality.comparison(of: type))
      types[ObjectIdentifier(type)] = known
      return known
    }
  }

  // MARK: Users

  func retain(_ slice: Slice) {
    slices.withLock { _ in slice.users += 1 }
  }

  func release(_ slice: Slice) {
    // Released with the cache unlocked: slices retain values, whose `deinit`s are user code.
    let forgotten = slices.withLock { slices -> [Slice] in
      slice.users -= 1
      guard slice.users == 0 else { return [] }
      var forgotten: [Slice] = []
      var unused = [slice]
      while let slice = unused.popLast() {
        if let key = slice.key, let known = slices.removeValue(forKey: key) {
          forgotten.append(known)
        }
        for used in slice.usedSlices {
          used.users -= 1
          if used.users == 0 { unused.append(used) }
        }
      }
      return forgotten
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Returns the slice for a key, and creates it if necessary.
  private func slice(_ key: Slice.Key, make: () -> Slice) -> Slice {
    // The place in the dictionary, so that the key is looked up once.
    func find(_ place: inout Slice?) -> Slice {
      if let known = place {
        known.users += 1
        return known
      }
      let slice = make()
      slice.users = 1
      slice.parent?.users += 1
      place = slice
      return slice
    }
    return slices.withLock { find(&$0[key]) }
  }

  /// Counts the first user of a slice that isn't shared.
  private func adopt(_ slice: Slice) -> Slice {
    slices.withLock { _ in
      slice.users = 1
      slice.parent?.users += 1
    }
    return slice
  }

  // MARK: Slices

  func root<State>(of: State.Type) -> Slice {
    let known = known(State.self)
    let root = Slice(
      name: .root, source: .root, parent: nil, size: MemoryLayout<State>.size, type: known.type,
      isSame: known.isSame)
    root.index = SliceIndex(size: MemoryLayout<State>.size)
    return adopt(root)
  }

  func property<State, Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable, of parent: Slice
  ) -> Slice {
    let isWritable = parent.isWritable && keyPath is WritableKeyPath<State, Local>
    // A slice that exists is found without an allocation.
    func make(
      _ key: Slice.Key, _ source: (Optic) -> Slice.Source, _ offset: Int, _ size: Int
    ) -> Slice {
      slice(key) {
        let optic = Optic.property(keyPath)
        let known = known(Local.self)
        return Slice(
          key: key, name: .keyPath(keyPath), source: source(optic), parent: parent,
          offset: offset, size: size, type: known.type, isSame: known.isSame,
          optic: isWritable ? optic : nil)
      }
    }
    guard let distance = MemoryLayout<State>.offset(of: keyPath) else {
      let key = Slice.Key.computed(parent: ObjectIdentifier(parent), path: keyPath)
      return make(key, { .projected($0) }, parent.innerOffset, MemoryLayout<State>.size)
    }
    if distance == 0, State.self == Local.self {
      retain(parent)
      return parent
    }
    let offset = parent.innerOffset + distance
    let key = Slice.Key.stored(
      base: ObjectIdentifier(parent.isBase ? parent : parent.container ?? parent), offset: offset,
      type: ObjectIdentifier(Local.self), isWritable: isWritable)
    return make(key, { _ in .stored }, offset, MemoryLayout<Local>.size)
  }

  func computed<State, Local: Sendable>(
    _ transform: @escaping @Sendable (State) -> Local, from parent: Slice
  ) -> Slice {
    let optic = Optic.computed(transform)
    return adopt(
      Slice(
        name: .closure, source: .projected(optic), parent: parent, offset: parent.innerOffset,
        size: optic.wholeSize, type: ValueType(Local.self),
        isSame: DynamicEquality.comparison(of: Local.self), isAlwaysRetained: true))
  }

  func wrapped<Wrapped: Sendable>(of parent: Slice, _: Wrapped.Type) -> Slice {
    let known = known(Wrapped.self)
    let key = Slice.Key.wrapped(
      base: ObjectIdentifier(parent), offset: parent.innerOffset,
      type: ObjectIdentifier(Wrapped.self))
    return slice(key) {
      let optic = Optic.wrapped(Wrapped.self)
      return Slice(
        key: key, name: .wrapped, source: .wrapped(optic), parent: parent,
        offset: parent.innerOffset, size: optic.wholeSize, type: known.type,
        isSame: known.isSame, optic: parent.isWritable ? optic : nil)
    }
  }

  func payload<Payload: Sendable>(
    of parent: Slice, _ optic: Optic, _: Payload.Type, caseName: String?
  ) -> Slice {
    let known = known(Payload.self)
    return adopt(
      Slice(
        name: .enumCase(caseName), source: .projected(optic), parent: parent,
        offset: parent.innerOffset, size: optic.wholeSize, type: known.type, isSame: known.isSame,
        optic: parent.isWritable ? optic : nil))
  }

  func element<Element: Sendable>(
    _ id: AnyHashable, of parent: Slice, _ collection: CollectionOptic, _: Element.Type
  ) -> Slice? {
    let all = elements(of: parent, collection)
    return self.element(id, in: all, collection, known(Element.self), isWritable: parent.isWritable)
  }

  /// Returns an element of a slice of elements, and releases that for the caller.
  private func element(
    _ id: AnyHashable, in all: Slice, _ collection: CollectionOptic, _ known: KnownType,
    isWritable: Bool
  ) -> Slice? {
    defer { release(all) }
    guard let (element, optic) = collection.makeElement(id) else { return nil }
    let key = Slice.Key.element(parent: ObjectIdentifier(all), id: id)
    return slice(key) {
      Slice(
        key: key, name: .element(id), source: .element(element), parent: all, offset: all.offset,
        size: collection.wholeSize, type: known.type, isSame: known.isSame,
        optic: isWritable ? optic : nil)
    }
  }

  /// Returns the slice between a collection and its elements.
  private func elements(of parent: Slice, _ collection: CollectionOptic) -> Slice {
    let key = Slice.Key.elements(parent: ObjectIdentifier(parent), path: collection.path)
    return slice(key) {
      Slice(
        key: key, name: .same, source: .elements(collection.makeTable()), parent: parent,
        offset: parent.innerOffset, size: collection.wholeSize, type: parent.type, isSame: nil)
    }
  }

  /// Creates a slice that is derived from others, of which the caller is a user on its behalf.
  func derived<Output: Sendable>(
    _ derivation: Derivation, of parent: Slice, _: Output.Type
  ) -> Slice {
    adopt(
      Slice(
        name: .derived, source: .derived(derivation), parent: parent, offset: parent.innerOffset,
        size: parent.type.size, type: ValueType(Output.self),
        isSame: DynamicEquality.comparison(of: Output.self), isAlwaysRetained: true))
  }

  // MARK: Effect lifetimes

  /// Returns the slice that an effect belongs to.
  func slice(at lifetime: EffectLifetime, in root: Slice) -> Slice? {
    var current = root
    retain(current)
    for step in lifetime.steps {
      guard let next = slice(at: step, in: current) else {
        release(current)
        return nil
      }
      release(current)
      current = next
    }
    return current
  }

  /// Returns a slice that serves only to check whether it exists: its type is unknown here.
  private func slice(at step: EffectLifetime.Step, in parent: Slice) -> Slice? {
    func make(
      _ object: AnyObject, _ name: Slice.Name, _ source: Slice.Source, _ size: Int
    ) -> Slice {
      let key = Slice.Key.lifetime(
        parent: ObjectIdentifier(parent), offset: step.offset, step: ObjectIdentifier(object))
      return slice(key) {
        Slice(
          key: key, name: name, source: source, parent: parent, offset: step.offset, size: size,
          type: SliceCache.unknownType.type, isSame: nil)
      }
    }
    switch step.kind {
    case .wrapped(let optic): return make(optic, .wrapped, .wrapped(optic), optic.wholeSize)
    case .projected(let optic):
      return make(optic, .enumCase(nil), .projected(optic), optic.wholeSize)
    case .element(let collection, let id):
      let all = make(collection, .same, .elements(collection.makeTable()), collection.wholeSize)
      return element(id, in: all, collection, SliceCache.unknownType, isWritable: false)
    }
  }

  private static let unknownType = KnownType(type: ValueType(Void.self), isSame: nil)
}

extension Slice {
  /// The bytes from the start of the innermost base to the value of this slice.
  var innerOffset: Int { isBase ? 0 : offset }

  var isWritable: Bool { parent == nil || optic != nil }

  /// The slices that this one uses.
  fileprivate var usedSlices: [Slice] {
    guard case .derived(let derivation) = source else { return parent.map { [$0] } ?? [] }
    return (parent.map { [$0] } ?? []) + derivation.inputs
  }
}
