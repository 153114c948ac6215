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

  /// Returns the slice for a key, and creates it if necessary, or if there is no key.
  ///
  /// A slice that exists is found without an allocation. The default range is that of the parent.
  private func slice(
    _ key: Slice.Key?,
    _ source: @autoclosure () -> Slice.Source,
    _ name: Slice.Name? = nil,
    of parent: Slice,
    offset: Int? = nil,
    size: Int? = nil,
    _ known: @autoclosure () -> KnownType,
    isWritable: Bool = true,
    isAlwaysRetained: Bool = false
  ) -> Slice {
    func make() -> Slice {
      parent.users += 1
      let known = known()
      return Slice(
        key: key, name: name, source: source(), parent: parent,
        offset: offset ?? parent.innerOffset, size: size ?? parent.type.size, type: known.type,
        isSame: known.isSame, isWritable: isWritable, isAlwaysRetained: isAlwaysRetained)
    }
    // The place in the dictionary, so that the key is looked up once.
    func find(_ place: inout Slice?) -> Slice {
      let slice = place ?? make()
      slice.users += 1
      place = slice
      return slice
    }
    return slices.withLock { slices in
      if let key { return find(&slices[key]) }
      var unshared: Slice?
      return find(&unshared)
    }
  }

  // MARK: Slices

  func root<State>(of: State.Type) -> Slice {
    let known = known(State.self)
    let root = Slice(
      source: .root, parent: nil, size: known.type.size, type: known.type, isSame: known.isSame)
    root.index = SliceIndex(size: known.type.size)
    root.users = 1
    return root
  }

  func property<State, Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable, of parent: Slice
  ) -> Slice {
    let isWritable = keyPath is WritableKeyPath<State, Local>
    guard let distance = MemoryLayout<State>.offset(of: keyPath) else {
      return slice(
        .computed(parent: ObjectIdentifier(parent), path: keyPath),
        .projected(.property(keyPath)), .keyPath(keyPath), of: parent, known(Local.self),
        isWritable: isWritable)
    }
    if distance == 0, State.self == Local.self {
      retain(parent)
      return parent
    }
    let offset = parent.innerOffset + distance
    return slice(
      .stored(
        base: ObjectIdentifier(parent.base), offset: offset, type: ObjectIdentifier(Local.self),
        isWritable: isWritable && parent.isWritable),
      .stored, .keyPath(keyPath), of: parent, offset: offset, size: MemoryLayout<Local>.size,
      known(Local.self), isWritable: isWritable)
  }

  func computed<State, Local: Sendable>(
    _ transform: @escaping @Sendable (State) -> Local, from parent: Slice
  ) -> Slice {
    slice(
      nil, .projected(.computed(transform)), of: parent, known(Local.self), isWritable: false,
      isAlwaysRetained: true)
  }

  func wrapped<Wrapped: Sendable>(of parent: Slice, _: Wrapped.Type) -> Slice {
    slice(
      .wrapped(parent: ObjectIdentifier(parent)), .wrapped(.wrapped(Wrapped.self)), of: parent,
      known(Wrapped.self))
  }

  func payload<Payload: Sendable>(
    of parent: Slice, _ optic: Optic, _: Payload.Type, caseName: String?
  ) -> Slice {
    slice(nil, .projected(optic), .enumCase(caseName), of: parent, known(Payload.self))
  }

  func element<Element: Sendable>(
    _ id: AnyHashable, of parent: Slice, _ collection: some ElementCollection, _: Element.Type
  ) -> Slice? {
    let all = slice(
      .elements(parent: ObjectIdentifier(parent), path: collection.path),
      .elements(collection.makeTable()), of: parent, KnownType(type: parent.type, isSame: nil))
    return element(id, in: all, collection, known(Element.self))
  }

  /// Returns an element of a slice of elements, and releases that for the caller.
  private func element(
    _ id: AnyHashable, in all: Slice, _ collection: any ElementCollection, _ known: KnownType
  ) -> Slice? {
    defer { release(all) }
    return collection.element(id).map {
      slice(.element(parent: ObjectIdentifier(all), id: id), .element($0), of: all, known)
    }
  }

  /// Creates a slice that is derived from others, of which the caller is a user on its behalf.
  func derived<Output: Sendable>(
    _ derivation: Derivation, of parent: Slice, _: Output.Type
  ) -> Slice {
    slice(
      nil, .derived(derivation), of: parent, known(Output.self), isWritable: false,
      isAlwaysRetained: true)
  }

  // MARK: Effect lifetimes

  /// Returns the slice that an effect belongs to.
  func slice(at lifetime: EffectLifetime, in root: Slice) -> Slice? {
    retain(root)
    return lifetime.steps.reduce(root as Slice?) { parent, step in
      guard let parent else { return nil }
      defer { release(parent) }
      return slice(at: step, in: parent)
    }
  }

  /// Returns a slice that serves only to check whether it exists: its type is unknown here.
  private func slice(at step: EffectLifetime.Step, in parent: Slice) -> Slice? {
    func slice(
      _ object: AnyObject, _ source: @autoclosure () -> Slice.Source, _ size: Int
    ) -> Slice {
      self.slice(
        .lifetime(
          parent: ObjectIdentifier(parent), offset: step.offset, step: ObjectIdentifier(object)),
        source(), of: parent, offset: step.offset, size: size, known(Void.self))
    }
    switch step.kind {
    case .wrapped(let optic): return slice(optic, .wrapped(optic), optic.wholeSize)
    case .projected(let optic): return slice(optic, .projected(optic), optic.wholeSize)
    case .element(let collection, let id):
      let all = slice(collection, .elements(collection.makeTable()), collection.wholeSize)
      return element(id, in: all, collection, known(Void.self))
    }
  }
}

extension Slice {
  /// The slices that this one uses.
  fileprivate var usedSlices: [Slice] {
    var used = parent.map { [$0] } ?? []
    if case .derived(let derivation) = source { used += derivation.inputs }
    return used
  }
}
