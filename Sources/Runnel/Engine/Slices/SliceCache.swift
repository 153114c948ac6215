// SPDX-License-Identifier: MIT

/// The slices of one store that are in use, so that two scopes of one part share a slice.
///
/// Each scope, subscription, and effect, and each slice inside another one, counts as a user. Each
/// function that returns a slice counts the caller as a user; `release` ends that. A slice without
/// a user is forgotten.
struct SliceCache: Sendable {
  private let slices = Locked<[Slice.Key: Slice]>([:])
  private let kinds = Locked<[ObjectIdentifier: Slice.Kind]>([:])

  /// The number of slices that can be shared.
  var count: Int { slices.withLock { $0.count } }

  /// Returns what slices of a type share, and remembers it: finding it casts types at run time.
  private func kind<Value>(_ type: Value.Type) -> Slice.Kind {
    func find(_ place: inout Slice.Kind?) -> Slice.Kind {
      if let place { return place }
      let kind = Slice.Kind(type: ValueType(type), isSame: DynamicEquality.comparison(of: type))
      place = kind
      return kind
    }
    return kinds.withLock { find(&$0[ObjectIdentifier(type)]) }
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
        func endUse(of used: Slice) {
          used.users -= 1
          if used.users == 0 { unused.append(used) }
        }
        if let parent = slice.parent { endUse(of: parent) }
        if slice.depth > 0 { slice.inputs.forEach(endUse) }
      }
      return forgotten
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Returns the slice for a key, or a new one if there is none, or no key.
  ///
  /// A slice that exists is found without an allocation.
  private func slice(_ key: Slice.Key?, _ make: @autoclosure () -> Slice) -> Slice {
    // The place in the dictionary, so that the key is looked up once.
    func find(_ place: inout Slice?) -> Slice {
      let slice = place ?? make()
      if place == nil {
        slice.key = key
        slice.parent?.users += 1
        place = slice
      }
      slice.users += 1
      return slice
    }
    return slices.withLock { slices in
      if let key { return find(&slices[key]) }
      var unshared: Slice?
      return find(&unshared)
    }
  }

  /// Returns where paths from a slice begin.
  func pathBase(of slice: Slice) -> PathBase {
    slices.withLock { _ in
      if let known = slice.pathBase { return known }
      let made = PathBase(slice.steps, of: slice.type.type)
      slice.pathBase = made
      return made
    }
  }

  // MARK: Slices

  func root<State>(of: State.Type) -> Slice {
    slice(nil, Slice(.root, in: nil, kind(State.self)))
  }

  func property<State, Local>(
    _ keyPath: any KeyPath<State, Local> & Sendable, of parent: Slice, at site: CallSite
  ) -> Slice {
    let distance = MemoryLayout<State>.offset(of: keyPath)
    if distance == 0, State.self == Local.self {
      retain(parent)
      return parent
    }
    let isWritable = keyPath is WritableKeyPath<State, Local>
    guard let distance else {
      return slice(
        .computed(parent: ObjectIdentifier(parent), path: keyPath),
        Slice(.part(.property(keyPath)), in: parent, kind(Local.self), at: site))
    }
    let offset = parent.innerOffset + distance
    return slice(
      .stored(
        base: ObjectIdentifier(parent.base), offset: offset, type: ObjectIdentifier(Local.self),
        isWritable: isWritable && parent.isWritable),
      Slice(
        .stored(keyPath), in: parent, offset: offset, size: MemoryLayout<Local>.size,
        kind(Local.self), isWritable: isWritable, at: site))
  }

  /// Returns a slice of a stored property that paths for readers don't name.
  func part<State, Local>(
    _ keyPath: any WritableKeyPath<State, Local> & Sendable, of parent: Slice
  ) -> Slice {
    let offset = parent.innerOffset + (MemoryLayout<State>.offset(of: keyPath) ?? 0)
    return slice(
      .stored(
        base: ObjectIdentifier(parent.base), offset: offset, type: ObjectIdentifier(Local.self),
        isWritable: parent.isWritable),
      Slice(
        .stored(nil), in: parent, offset: offset, size: MemoryLayout<Local>.size,
        kind(Local.self)))
  }

  func computed<State, Local>(
    _ transform: @escaping @Sendable (State) -> Local, from parent: Slice, at site: CallSite
  ) -> Slice {
    slice(nil, Slice(.part(.computed(transform)), in: parent, kind(Local.self), at: site))
  }

  func wrapped<Wrapped>(of parent: Slice, _: Wrapped.Type) -> Slice {
    slice(
      .wrapped(parent: ObjectIdentifier(parent)),
      Slice(.part(.wrapped(Wrapped.self)), in: parent, kind(Wrapped.self)))
  }

  func payload<Payload>(
    of parent: Slice, _ step: Step, _: Payload.Type, caseName: String?
  ) -> Slice {
    slice(nil, Slice(.part(step), in: parent, kind(Payload.self), caseName: caseName))
  }

  func element<Element>(
    _ id: AnyHashable, of parent: Slice, _ collection: some ElementCollection, _: Element.Type
  ) -> Slice? {
    let all = slice(
      .elements(parent: ObjectIdentifier(parent), path: collection.path),
      Slice(
        .elements(collection.makeTable()), in: parent, Slice.Kind(type: parent.type, isSame: nil)))
    return element(id, in: all, collection, kind(Element.self))
  }

  /// Returns an element of a slice of elements, and releases that for the caller.
  private func element(
    _ id: AnyHashable, in all: Slice, _ collection: any ElementCollection, _ kind: Slice.Kind
  ) -> Slice? {
    defer { release(all) }
    return collection.element(id).map {
      slice(.element(parent: ObjectIdentifier(all), id: id), Slice(.element($0), in: all, kind))
    }
  }

  /// Creates a slice that is derived from others, of which the caller is a user on its behalf.
  func derived<Output>(
    _ derivation: Derivation, of parent: Slice, _: Output.Type
  ) -> Slice {
    slice(nil, Slice(.derived(derivation), in: parent, kind(Output.self)))
  }

  // MARK: Effects

  /// Returns the slice of the part that an effect belongs to.
  func owner(of effect: UntypedEffect, in root: Slice) -> Slice? {
    retain(root)
    return effect.partSteps.reduce(root as Slice?) { parent, part in
      guard let parent else { return nil }
      defer { release(parent) }
      return slice(at: part, in: parent)
    }
  }

  /// Returns a slice that serves only to check whether it exists: its type is unknown here.
  private func slice(at part: UntypedEffect.PartStep, in parent: Slice) -> Slice? {
    func slice(
      _ object: AnyObject, _ source: @autoclosure () -> Slice.Source, _ size: Int
    ) -> Slice {
      self.slice(
        .lifetime(
          parent: ObjectIdentifier(parent), offset: part.offset, step: ObjectIdentifier(object)),
        Slice(source(), in: parent, offset: part.offset, size: size, kind(Void.self)))
    }
    switch part.step.kind {
    case .elements(let collection):
      guard let id = part.id else { return nil }
      let all = slice(collection, .elements(collection.makeTable()), collection.wholeSize)
      return element(id, in: all, collection, kind(Void.self))
    case .stored, .wrapped, .projected, .derived:
      return slice(part.step, .part(part.step), part.step.wholeSize)
    }
  }
}
