// SPDX-License-Identifier: MIT

/// A part of the state that scopes, subscriptions, and effects share.
///
/// Slices form a tree. Some are *bases*: the root state, an element of a collection, the payload of
/// an enum, a computed value. Memory of a base holds the slices that are stored in it, at known
/// offsets; its index finds those that an action may have changed. A slice inside an optional is
/// stored in the base of the optional and exists while the optional has a value.
///
/// A slice is *attached* while it has subscribers, retains its value, or has attached slices
/// inside. Only attached slices cost anything when an action is processed.
///
/// `@unchecked`: what changes lies in `watch`, `replaced` and `announced`, or belongs to the locked
/// cache.
/// `@exclusivity(unchecked)`: no code that runs during an access comes back to the slice.
final class Slice: @unchecked Sendable {
  enum Source {
    case root
    /// Stored in the base, with its path, unless paths don't name it. It has no step, since making
    /// one took time.
    case stored(AnyKeyPath?, offset: Int)
    /// A payload or a computed value, each a base, or the value of an optional, stored in the base.
    case part(Step)
    /// A collection, as the owner of its elements, with the path of their IDs in an array.
    case elements(ElementTable, AnyKeyPath?)
    /// An element of a collection: a base.
    case element(CollectionElement)
    /// A value that is computed from other slices: a base.
    case derived(Derivation)
  }

  /// What is accessed with the state locked: the place in the tree, the users and the value.
  struct Watch {
    // MARK: The tree

    var isAttached = false
    /// In the container's index, or in the table of elements.
    var indexPosition = -1
    /// The attached slices inside a base.
    var index: SliceIndex? {
      didSet { borrowedIndex = index.map(Unmanaged.passUnretained) }
    }
    /// For the drain, which then retains and releases nothing to search it.
    private(set) var borrowedIndex: Unmanaged<SliceIndex>?
    var dependents: [Slice] = []

    // MARK: Users

    /// Notified when the value changes.
    var subscribers = SubscriberList()
    /// Notified when the value may have changed.
    var looseSubscribers = SubscriberList()
    /// The number of subscribers, derived slices and monitors that need the last value retained.
    var holders = 0
    var effects: [EffectNode] = []

    // MARK: The value

    /// The last value of the subscribers, if the slice retains it.
    var held: ValueBox?
    /// The slice was absent when it was visited or attached last: `held` can be older than what the
    /// slices inside have delivered.
    var isAbsent = false
    /// The number of times that the value has come back, a change for effects that run while it
    /// meets a condition, and `nil` without these.
    var returns: Int?
    var changes: UInt64 = 0
    /// The state for which the slice was compared last, and the outcome.
    var comparedVersion: UInt64 = 0
    var difference: Difference = (inBytes: false, inValue: false)
    /// The position among the slices whose subscribers may have pending deliveries.
    var notifiedPosition = -1
  }

  let source: Source
  /// The attached elements, if this is a collection: the drain reads them without copying `source`.
  let table: ElementTable?
  let site: CallSite?
  /// Of a payload.
  let caseName: String?
  let parent: Slice?
  /// The base that this slice lies in, or `nil` for the root.
  let container: Slice?
  let enclosing: Slice?
  /// The bytes from the start of the base to the slice, or to the value that it is read from.
  let offset: Int
  /// The bytes of the base that the slice is read from.
  let range: Range<Int>
  let type: ValueType
  /// Compares two values, if their type is equatable; otherwise all values count as different.
  let isSame: ValueType.Comparison?
  let isWritable: Bool
  /// The number of derived slices between this one and the state.
  let depth: Int
  let isBase: Bool
  /// The slice can disappear by itself.
  let isPartial: Bool
  let isStored: Bool
  /// The slice is a single value with an identity, and not one of many.
  let isIdentity: Bool
  let hasIdentity: Bool
  /// The value is stored in the base outside of all optionals.
  let isAlwaysPresent: Bool
  /// The offset in the root state, if the value is always present there.
  let rootOffset: Int?
  /// The value that a user got last, for a slice that can disappear by itself or with another one.
  ///
  /// A read or a delivery replaces it, but not each action: reducers could then change none of what
  /// it retains in place.
  let last: Locked<ValueBox?>?

  /// The hash in the cache, or `nil` if no other scope can share the slice.
  let hash: Int?

  // MARK: With the cache locked

  /// The next slice with the same hash.
  var next: Slice?
  /// The number of scopes, subscriptions, slices, and effects that use this slice.
  var users = 0
  var pathBase: PathBase?

  @exclusivity(unchecked)  // 236, with the next two
  var watch = Watch()
  // Values for the notification under way, for the drain. Not in `watch`, since ThreadSanitizer
  // counts an access of a part as one of the whole.
  @exclusivity(unchecked)
  var replaced: ValueBox?
  @exclusivity(unchecked)
  var announced: ValueBox?

  init(
    _ source: Source, in parent: Slice?, _ type: ValueType, _ hash: Int? = nil,
    isWritable: Bool = true, caseName: String? = nil, at site: CallSite? = nil
  ) {
    self.source = source
    self.hash = hash
    self.site = site
    self.caseName = caseName
    self.parent = parent
    self.type = type
    container = parent?.base
    enclosing = parent.map { $0.isBase || $0.isWrapped ? $0 : $0.enclosing ?? $0 }
    var (offset, size) = (parent?.innerOffset ?? 0, parent?.type.size ?? type.size)
    var isWritable = isWritable && parent?.isWritable ?? true
    var depth = parent?.depth ?? 0
    var (isBase, isPartial, isIdentity, isStored) = (false, false, false, false)
    var table: ElementTable?
    var keepsLast = parent?.last != nil
    switch source {
    case .root: (isBase, isStored) = (true, true)
    case .stored(_, let start): (offset, size, isStored) = (start, type.size, true)
    case .part(let step):
      (isBase, isPartial) = (step.isProjected, step.isPartial)
      isWritable = isWritable && step.isWritable
    case .elements(let elements, _): (table, keepsLast) = (elements, false)
    case .element(let element):
      (isBase, isPartial, isIdentity) = (true, true, element.collection.isIdentity)
    case .derived(let derivation):
      (isBase, isWritable, keepsLast) = (true, false, false)
      depth = 1 + (derivation.inputs.map(\.depth).max() ?? 0)
    }
    self.offset = offset
    range = offset..<(offset + size)
    self.isWritable = isWritable
    self.depth = depth
    self.isBase = isBase
    self.isPartial = isPartial
    self.isIdentity = isIdentity
    hasIdentity = isIdentity || parent?.hasIdentity == true
    self.isStored = isStored
    self.table = table
    isSame = table == nil ? type.isSame : nil
    last = isPartial || keepsLast ? Locked(nil) : nil
    isAlwaysPresent = isStored && !(enclosing?.isWrapped ?? false)
    rootOffset = isAlwaysPresent && enclosing?.parent == nil ? offset : nil
  }

  /// Counts one user less, and returns whether none is left, with the cache locked.
  func endUse() -> Bool {
    // One access of the variable, and not two.
    withUnsafeMutablePointer(to: &users) { users in
      users.pointee -= 1
      return users.pointee == 0
    }
  }

  var isWrapped: Bool { isPartial && !isBase }

  var isDerived: Bool { if case .derived = source { true } else { false } }

  var isElement: Bool { if case .element = source { !isIdentity } else { false } }

  /// The value is retained for all subscribers: it is computed, or small.
  var isAlwaysRetained: Bool {
    if case .part(let step) = source, case .computed = step.kind, step.keyPath == nil {
      return true
    }
    return isDerived || type.isPlain
  }

  /// Calls `body` with each slice that this one, or the one around it, is derived from, but not
  /// with their inputs: an input that is attached holds its own.
  func forEachInput(_ body: (Slice) -> Void) {
    guard depth > 0 else { return }
    if inputs.isEmpty { parent?.forEachInput(body) } else { inputs.forEach(body) }
  }

  var inputs: [Slice] {
    if case .derived(let derivation) = source { derivation.inputs } else { [] }
  }

  /// The innermost slice around a value of this one that can disappear.
  var partialAncestor: Slice? { sequence(first: self, next: \.parent).first(where: \.isPartial) }

  var identity: Slice? {
    hasIdentity ? sequence(first: self, next: \.parent).first(where: \.isIdentity) : nil
  }

  /// The value with an identity that has been replaced, if this slice is or lies in one.
  func lostIdentity(in root: UnsafeRawPointer) -> Slice? {
    // What exists lies in values that exist.
    if isPresent(in: root) { return nil }
    return sequence(first: self, next: \.parent).first {
      $0.isIdentity && $0.isReplaced(in: root)
    }
  }

  var base: Slice { isBase ? self : container ?? self }

  /// The slice that leads to this one: the collection of an element, and else the base around it.
  var holder: Slice {
    if case .element = source, let parent { parent } else { container ?? self }
  }

  var innerOffset: Int { isBase ? 0 : offset }
}
