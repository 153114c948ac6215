// SPDX-License-Identifier: MIT

/// The slices of one store that are in use, so that two scopes of one part share a slice.
///
/// Each scope, subscription, and effect, and each slice inside another one, counts as a user. Each
/// function that returns a slice counts the caller as a user; `release` ends that. A slice without
/// a user is forgotten.
struct SliceCache: Sendable {
  /// A list of slices for each hash of a key.
  ///
  /// A dictionary of keys took half of the time of `scope` to copy and to compare them.
  private let slices = Locked<[Int: Slice]>([:])
  private let kinds = Locked<[ObjectIdentifier: Slice.Kind]>([:])

  /// The number of slices that can be shared.
  var count: Int {
    slices.withLock { slices in
      slices.values.reduce(0) { count, first in
        sequence(first: first, next: \.next).reduce(count) { count, _ in count + 1 }
      }
    }
  }

  /// Returns what slices of a type share, and remembers it: finding it casts types at run time.
  private func kind(_ type: Any.Type) -> Slice.Kind {
    func make<Value>(_: Value.Type) -> Slice.Kind {
      Slice.Kind(type: ValueType(Value.self), isSame: DynamicEquality.comparison(of: Value.self))
    }
    func find(_ place: inout Slice.Kind?) -> Slice.Kind {
      let kind = place ?? make(type)
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
    var forgotten = slices.withLock { slices -> Slice? in
      var forgotten: Slice?
      func remove(_ slice: Slice, from list: inout Slice?) {
        var last: Slice?
        var next = list
        while let known = next, known !== slice { (last, next) = (known, known.next) }
        if let last { last.next = slice.next } else { list = slice.next }
        slice.next = forgotten
        forgotten = slice
      }
      func endUse(of slice: Slice) {
        var next: Slice? = slice
        while let slice = next {
          slice.users -= 1
          guard slice.users == 0 else { return }
          if let key = slice.key { remove(slice, from: &slices[key.hash]) }
          if slice.depth > 0 { slice.inputs.forEach(endUse) }
          next = slice.parent
        }
      }
      endUse(of: slice)
      return forgotten
    }
    // One that is still referred to must not keep the others.
    while let slice = forgotten { forgotten = slice.next.take() }
  }

  /// Returns the slice for a key, or a new one if there is none, or no key.
  ///
  /// A slice that exists is found without an allocation.
  private func slice(_ key: Slice.Key?, _ make: (Slice.Key?) -> Slice) -> Slice {
    func find(in list: inout Slice?) -> Slice {
      var next = list
      while let known = next {
        if known.key == key {
          known.users += 1
          return known
        }
        next = known.next
      }
      let slice = make(key)
      slice.next = list
      slice.parent?.users += 1
      slice.users = 1
      list = slice
      return slice
    }
    return slices.withLock { slices in
      if let key { return find(in: &slices[key.hash]) }
      var unshared: Slice?
      return find(in: &unshared)
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
    slice(nil) { Slice(.root, in: nil, kind(State.self), $0) }
  }

  func property<State, Local>(
    _ keyPath: any KeyPath<State, Local> & Sendable, of parent: Slice, at site: CallSite
  ) -> Slice {
    let distance = MemoryLayout<State>.offset(of: keyPath)
    if distance == 0, State.self == Local.self {
      retain(parent)
      return parent
    }
    guard let distance else {
      return slice(.computed(parent: ObjectIdentifier(parent), path: keyPath)) {
        Slice(.part(.property(keyPath)), in: parent, kind(Local.self), $0, at: site)
      }
    }
    return stored(
      keyPath, distance, Local.self, isWritable: keyPath.isWritable,
      of: parent, at: site)
  }

  private func stored(
    _ keyPath: AnyKeyPath?, _ distance: Int, _ type: Any.Type, isWritable: Bool = true,
    of parent: Slice, at site: CallSite?
  ) -> Slice {
    let offset = parent.innerOffset + distance
    let key = Slice.Key.stored(
      base: ObjectIdentifier(parent.base), offset: offset, type: ObjectIdentifier(type),
      isWritable: isWritable && parent.isWritable, isNamed: keyPath != nil)
    return slice(key) {
      Slice(
        .stored(keyPath, offset: offset), in: parent, kind(type), $0, isWritable: isWritable,
        at: site)
    }
  }

  func wrapped<Wrapped>(of parent: Slice, _: Wrapped.Type) -> Slice {
    slice(.wrapped(parent: ObjectIdentifier(parent))) {
      Slice(.part(.wrapped(Wrapped.self)), in: parent, kind(Wrapped.self), $0)
    }
  }

  /// Returns the slice behind a step to one part.
  ///
  /// That of a payload or of a closure's value is a new one unless all users of the step share it.
  func part(
    _ step: Step, of parent: Slice, isShared: Bool = false, caseName: String? = nil,
    at site: CallSite? = nil
  ) -> Slice {
    if let distance = step.storedOffset {
      return stored(step.keyPath, distance, step.partType, of: parent, at: site)
    }
    var key: Slice.Key?
    if case .wrapped = step.kind {
      key = .wrapped(parent: ObjectIdentifier(parent))
    } else if isShared {
      key = .step(ObjectIdentifier(step), parent: ObjectIdentifier(parent))
    }
    return slice(key) {
      Slice(.part(step), in: parent, kind(step.partType), $0, caseName: caseName, at: site)
    }
  }

  /// Returns the slice of an element, or `nil` if IDs have another type.
  func element<Elements: ElementCollection>(
    _ id: AnyHashable, of parent: Slice, _ collection: Elements
  ) -> Slice? {
    let all = slice(.elements(parent: ObjectIdentifier(parent), path: collection.path)) {
      let kind = Slice.Kind(type: parent.type, isSame: nil)
      return Slice(.elements(collection.makeTable()), in: parent, kind, $0)
    }
    defer { release(all) }
    return collection.element(id).map { element in
      slice(.element(parent: ObjectIdentifier(all), id: id)) {
        Slice(.element(element), in: all, kind(Elements.Element.self), $0)
      }
    }
  }

  /// Returns the slice of the part that an effect belongs to.
  func owner(of effect: UntypedEffect, in root: Slice) -> Slice? {
    retain(root)
    return effect.partSteps.reduce(root as Slice?) { outer, part in
      guard let outer else { return nil }
      defer { release(outer) }
      let whole = stored(
        nil, part.offset - outer.innerOffset, part.step.wholeType, of: outer, at: nil)
      defer { release(whole) }
      guard case .elements(let collection) = part.step.kind
      else { return self.part(part.step, of: whole, isShared: true) }
      return part.id.flatMap { element($0, of: whole, collection) }
    }
  }

  /// Creates a slice that is derived from others, of which the caller is a user on its behalf.
  func derived<Output>(
    _ derivation: Derivation, of parent: Slice, _: Output.Type
  ) -> Slice {
    slice(nil) { Slice(.derived(derivation), in: parent, kind(Output.self), $0) }
  }
}

extension AnyKeyPath {
  /// A Boolean value indicating whether the path is a `WritableKeyPath`.
  ///
  /// Only a plain `KeyPath` is directly below `PartialKeyPath`. A cast would look its type up,
  /// which took 7 % of the time of `scope`.
  fileprivate var isWritable: Bool {
    _getSuperclass(type(of: self)).flatMap { _getSuperclass($0) }
      .map { $0 != AnyKeyPath.self } ?? false
  }
}
