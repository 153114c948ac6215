// SPDX-License-Identifier: MIT

/// The slices of one store that are in use, so that two scopes of one part share a slice.
///
/// Scopes, subscriptions, effects, and slices inside another one are its users, and so is the
/// caller of each function that returns a slice, until `release`. One without a user is forgotten.
struct SliceCache: Sendable {
  /// A list of slices for each hash: to copy and compare keys took half the time of `scope`.
  private let slices = Locked([Int: Slice]())
  private let types = Locked([ObjectIdentifier: ValueType]())

  var count: Int {
    slices.withLock { slices in
      slices.values.reduce(0) { count, first in
        sequence(first: first, next: \.next).reduce(count) { count, _ in count + 1 }
      }
    }
  }

  /// Returns the description of a type, and remembers it: finding `==` casts types at run time.
  private func valueType(_ type: Any.Type) -> ValueType {
    func make<Value>(_: Value.Type) -> ValueType { ValueType(Value.self) }
    func find(_ place: inout ValueType?) -> ValueType {
      let known = place ?? make(type)
      place = known
      return known
    }
    return types.withLock { find(&$0[ObjectIdentifier(type)]) }
  }

  // MARK: Users

  func retain(_ slice: Slice) {
    slices.withLock { _ in slice.users += 1 }
  }

  func release(_ slice: Slice) {
    // Released with the cache unlocked: slices retain values, whose `deinit`s are user code.
    var forgotten: Slice?
    slices.withLock { SliceCache.endUse(of: slice, in: &$0, &forgotten) }
    // One that is still referred to must not keep the others.
    while let slice = forgotten { forgotten = slice.next.take() }
  }

  /// Moves the slices that have no user left to the list of forgotten ones.
  private static func endUse(
    of slice: Slice, in slices: inout [Int: Slice], _ forgotten: inout Slice?
  ) {
    var next: Slice? = slice
    while let slice = next, slice.endUse() {
      if let hash = slice.hash { remove(slice, from: &slices[hash], &forgotten) }
      if slice.depth > 0 {
        for input in slice.inputs { endUse(of: input, in: &slices, &forgotten) }
      }
      next = slice.parent
    }
  }

  private static func remove(
    _ slice: Slice, from list: inout Slice?, _ forgotten: inout Slice?
  ) {
    var last: Slice?
    var next = list
    while let known = next, known !== slice { (last, next) = (known, known.next) }
    if let last { last.next = slice.next } else { list = slice.next }
    slice.next = forgotten
    forgotten = slice
  }

  /// Returns the slice with a hash that matches, without an allocation, or a new one.
  ///
  /// The hash distinguishes most slices, and `isMatch` the rest. `dynamic`: the optimizer would
  /// compile it once for each pair of closures.
  private dynamic func slice(
    _ hash: Int?, in parent: Slice?, _ type: Any.Type, isWritable: Bool = true,
    caseName: String? = nil, at site: CallSite? = nil,
    _ source: () -> Slice.Source, where isMatch: (Slice) -> Bool = { _ in false }
  ) -> Slice {
    slices.withLock { slices in
      let first = hash.flatMap { slices[$0] }
      var next = first
      while let known = next {
        if isMatch(known) {
          known.users += 1
          return known
        }
        next = known.next
      }
      let slice = Slice(
        source(), in: parent, valueType(type), hash, isWritable: isWritable, caseName: caseName,
        at: site)
      slice.next = first
      parent?.users += 1
      slice.users = 1
      if let hash { slices[hash] = slice }
      return slice
    }
  }

  private func hash(_ parent: Slice, _ part: Int) -> Int {
    Int(bitPattern: ObjectIdentifier(parent)) ^ part
  }

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
    slice(nil, in: nil, State.self) { .root }
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
      return slice(hash(parent, keyPath.hashValue), in: parent, Local.self, at: site) {
        .part(.property(keyPath))
      } where: {
        guard $0.parent === parent, case .part(let step) = $0.source else { return false }
        return step.keyPath == keyPath
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
    return slice(
      hash(parent.base, offset << 8), in: parent, type, isWritable: isWritable, at: site
    ) {
      .stored(keyPath, offset: offset)
    } where: {
      guard $0.container === parent.base, case .stored(let known, offset) = $0.source,
        $0.type.type == type
      else { return false }
      return $0.isWritable == (isWritable && parent.isWritable)
        && (known == nil) == (keyPath == nil)
    }
  }

  func wrapped(of parent: Slice, _ type: Any.Type) -> Slice {
    func step<Wrapped>(_: Wrapped.Type) -> Step { .wrapped(Wrapped.self) }
    return wrapped(of: parent, type) { step(type) }
  }

  private func wrapped(of parent: Slice, _ type: Any.Type, _ step: () -> Step) -> Slice {
    slice(hash(parent, 1), in: parent, type) {
      .part(step())
    } where: {
      $0.parent === parent && $0.isWrapped
    }
  }

  /// Returns the slice behind a step to one part: that of a payload or of a closure's value is a
  /// new one unless all users of the step share it.
  @inline(never)
  func part(
    _ step: Step, of parent: Slice, isShared: Bool = false, caseName: String? = nil,
    at site: CallSite? = nil
  ) -> Slice {
    if let distance = step.storedOffset {
      return stored(step.keyPath, distance, step.partType, of: parent, at: site)
    }
    if case .wrapped = step.kind { return wrapped(of: parent, step.partType) { step } }
    let hash = isShared ? hash(parent, Int(bitPattern: ObjectIdentifier(step))) : nil
    return slice(hash, in: parent, step.partType, caseName: caseName, at: site) {
      .part(step)
    } where: {
      guard $0.parent === parent, case .part(let known) = $0.source else { return false }
      return known === step
    }
  }

  /// Returns the slice of an element, or `nil` if IDs have another type.
  func element(_ id: AnyHashable, of parent: Slice, _ collection: ElementCollection) -> Slice? {
    let path = collection.path
    let all = slice(hash(parent, 2), in: parent, parent.type.type) {
      .elements(collection.makeTable(), path)
    } where: {
      guard $0.parent === parent, case .elements(_, let known) = $0.source else { return false }
      return known == path
    }
    defer { release(all) }
    return collection.element(id).map { element in
      slice(hash(all, id.hashValue), in: all, collection.elementType) {
        .element(element)
      } where: {
        guard $0.parent === all, case .element(let known) = $0.source else { return false }
        return known.id == id
      }
    }
  }

  func owner(of effect: ReturnedEffect, in root: Slice) -> Slice? {
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
    slice(nil, in: parent, Output.self) { .derived(derivation) }
  }
}

extension AnyKeyPath {
  /// Whether the path is a `WritableKeyPath`.
  ///
  /// Only a plain `KeyPath` is directly below `PartialKeyPath`. A cast took 7 % of `scope`.
  fileprivate var isWritable: Bool {
    _getSuperclass(type(of: self)).flatMap { _getSuperclass($0) }
      .map { $0 != AnyKeyPath.self } ?? false
  }
}
