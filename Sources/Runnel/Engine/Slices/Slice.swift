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
/// `@unchecked`: what changes lies in `watch` and `leftovers`, or belongs to the locked cache.
/// `@exclusivity(unchecked)`: no code that runs during an access comes back to the slice.
final class Slice: @unchecked Sendable {
  enum Source {
    case root
    /// A property that is stored in the base, with its path. A step is made only when it is needed.
    case stored(AnyKeyPath?)
    /// The value of an optional that is stored in the base, or a part that is computed or
    /// extracted, which is a base.
    case part(Step)
    /// A collection, as the owner of its elements.
    case elements(any ElementTable)
    /// An element of a collection: a base.
    case element(CollectionElement)
    /// A value that is computed from other slices: a base.
    case derived(Derivation)
  }

  /// What is accessed with the state locked: the place in the tree, the users and the value.
  struct Watch {
    // MARK: The tree

    var isAttached = false
    /// The position in the container's index, or in the table of elements.
    var indexPosition = -1
    /// The attached slices inside a base.
    var index: SliceIndex? {
      didSet { borrowedIndex = index.map(Unmanaged.passUnretained) }
    }
    /// The same index, for the drain, which retains and releases nothing to search it.
    private(set) var borrowedIndex: Unmanaged<SliceIndex>?
    /// The attached slices that are derived from this one.
    var dependents: [Slice] = []

    // MARK: Users

    /// Subscribers that are notified when the value changes.
    var subscribers = SubscriberList()
    /// Subscribers that are notified when the value may have changed.
    var looseSubscribers = SubscriberList()
    var filteringCount = 0
    /// The number of derived slices and monitors that need the present value retained.
    var holders = 0
    /// The effects that end when the slice disappears.
    var effects: [EffectRoot] = []

    // MARK: The value

    /// The last value of the subscribers, if the slice retains it.
    var held: ValueBox?
    /// The slice was absent when it was visited or attached last.
    ///
    /// `held` can be older then than what the slices inside have delivered.
    var isAbsent = false
    /// The number of times that the retained value has changed.
    var changes: UInt64 = 0
    /// The state for which the slice was compared last, and the outcome.
    var comparedVersion: UInt64 = 0
    var difference = Difference.none
    /// The position among the slices whose subscribers may have pending deliveries.
    var notifiedPosition = -1
  }

  /// Values for the notification under way, which only the drain accesses.
  struct Leftovers {
    var replaced: ValueBox?
    var announced: ValueBox?
  }

  /// The properties that all slices of one type share.
  ///
  /// `@unchecked`: immutable; the comparison captures nothing but the type.
  struct Kind: @unchecked Sendable {
    let type: ValueType
    /// Compares two values, if their type is equatable; otherwise all values count as different.
    let isSame: ValueType.Comparison?
  }

  let source: Source
  /// The attached elements, if this is a collection: the drain reads them without copying `source`.
  let table: (any ElementTable)?
  /// The place of the scope, for a path in the source.
  let site: CallSite?
  /// The name of the case, if the slice is the payload of one.
  let caseName: String?
  let parent: Slice?
  /// The base that this slice lies in, or `nil` for the root.
  let container: Slice?
  /// The closest optional or base around this slice.
  let enclosing: Slice?
  /// The bytes from the start of the base to the slice, or to the value that it is read from.
  let offset: Int
  /// The bytes of the base that the slice is read from.
  let range: Range<Int>
  let type: ValueType
  let isSame: ValueType.Comparison?
  let isWritable: Bool
  /// The number of derived slices between this one and the state.
  let depth: Int
  let isDerived: Bool
  let isBase: Bool
  let isWrapped: Bool
  /// A Boolean value indicating whether the slice is one of many.
  let isElement: Bool
  /// A Boolean value indicating whether the slice is a single value with an identity.
  let isIdentity: Bool
  /// A Boolean value indicating whether the value lies in the memory of the base.
  let isStored: Bool
  /// A Boolean value indicating whether the value is stored in the base outside of all optionals.
  let isAlwaysPresent: Bool
  /// The offset in the root state.
  ///
  /// `nil`: the value isn't stored there, or can be absent.
  let rootOffset: Int?
  /// The value is retained for all subscribers, since that is cheap.
  let isAlwaysRetained: Bool
  /// A Boolean value indicating whether the slice can disappear by itself.
  let isPartial: Bool
  /// The value that a user got last, for a slice that can disappear by itself or with another one.
  ///
  /// It is replaced when the value is read or delivered, and not by each action: reducers could
  /// change none of what it retains in place.
  let last: Locked<ValueBox?>?

  // MARK: With the cache locked

  /// The key in the cache, if several scopes share the slice.
  var key: Key?
  /// The number of scopes, subscriptions, slices, and effects that use this slice.
  var users = 0
  /// Where paths from the slice begin, once that is known.
  var pathBase: PathBase?

  // Two, since ThreadSanitizer counts an access of a part as one of the whole.
  @exclusivity(unchecked)  // 236, with the next one
  var watch = Watch()
  @exclusivity(unchecked)
  var leftovers = Leftovers()

  /// Creates a slice, by default of all the bytes of its parent.
  init(
    _ source: Source, in parent: Slice?, offset: Int? = nil, size: Int? = nil, _ kind: Kind,
    isWritable: Bool = true, caseName: String? = nil, at site: CallSite? = nil
  ) {
    self.source = source
    self.site = site
    self.caseName = caseName
    self.parent = parent
    container = parent?.base
    enclosing = parent.map { $0.isBase || $0.isWrapped ? $0 : $0.enclosing ?? $0 }
    let start = offset ?? parent?.innerOffset ?? 0
    self.offset = start
    range = start..<(start + (size ?? parent?.type.size ?? kind.type.size))
    type = kind.type
    isSame = kind.isSame
    var isWritable = isWritable
    var isPartial = false
    var isElement = false
    var isComputed = false
    var depth = parent?.depth ?? 0
    var isStored = false
    var isBase = false
    var isDerived = false
    var isIdentity = false
    var table: (any ElementTable)?
    switch source {
    case .root: (isStored, isBase) = (true, true)
    case .stored: isStored = true
    case .elements(let elements): table = elements
    case .element(let element):
      (isPartial, isBase, isIdentity) = (true, true, element.isIdentity)
      isElement = !isIdentity
    case .part(let step):
      isPartial = step.isPartial
      if case .projected = step.kind {
        isBase = true
        isComputed = step.keyPath == nil && !isPartial
        isWritable = isWritable && step.modify != nil
      }
    case .derived(let derivation):
      (isComputed, isBase, isDerived) = (true, true, true)
      isWritable = false
      depth = 1 + (derivation.inputs.map(\.depth).max() ?? 0)
    }
    self.isWritable = isWritable && parent?.isWritable ?? true
    isAlwaysRetained = isComputed || type.isPlain
    self.isPartial = isPartial
    self.isElement = isElement
    let isInside = parent?.last != nil && !isDerived && table == nil
    last = isPartial || isInside ? Locked(nil) : nil
    self.depth = depth
    self.isStored = isStored
    self.isBase = isBase
    self.isDerived = isDerived
    self.isIdentity = isIdentity
    self.table = table
    isWrapped = isPartial && !isBase
    isAlwaysPresent = isStored && !(enclosing?.isWrapped ?? false)
    rootOffset = isAlwaysPresent && enclosing?.parent == nil ? start : nil
  }

  /// Calls `body` with each slice that this one is derived from, directly or not.
  func forEachInput(_ body: (Slice) -> Void) {
    guard depth > 0 else { return }
    for input in inputs {
      body(input)
      input.forEachInput(body)
    }
    if inputs.isEmpty { parent?.forEachInput(body) }
  }

  /// The slices that this one is derived from.
  var inputs: [Slice] {
    if case .derived(let derivation) = source { derivation.inputs } else { [] }
  }

  /// The innermost slice around a value of this one that can disappear.
  var partialAncestor: Slice? { sequence(first: self, next: \.parent).first(where: \.isPartial) }

  /// The innermost value with an identity that this is or lies in.
  var identity: Slice? { sequence(first: self, next: \.parent).first(where: \.isIdentity) }

  /// Returns the value with an identity that has been replaced, if this slice is or lies in one.
  func lostIdentity(in root: UnsafeRawPointer) -> Slice? {
    sequence(first: self, next: \.parent).first { $0.isIdentity && $0.isReplaced(in: root) }
  }

  /// The base that the parts of this slice lie in.
  var base: Slice { isBase ? self : container ?? self }

  /// The slice that leads to this one: the collection of an element, and else the base around it.
  var holder: Slice {
    if case .element = source, let parent { parent } else { container ?? self }
  }

  /// The bytes from the start of the base to the value of this slice.
  var innerOffset: Int { isBase ? 0 : offset }
}
