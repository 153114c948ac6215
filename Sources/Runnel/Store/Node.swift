// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// One slice of the state, shared by all scopes and subscriptions that look at it: where it lies, and
/// whether it has changed.
///
/// Most nodes are looked at when an action has touched their bytes. Some have *anchors*: other nodes that are
/// held, and looked at first, because this one can have changed only if they have. What lies in an optional
/// is anchored to the value of that optional, what is derived to what it is derived from.
///
/// `@unchecked`: what is not constant is marked with who may touch it. *With the state locked* means
/// between `lock` and `unlock` of the engine's `access`.
///
/// `@exclusivity(unchecked)`: the checks at run time cost as much as comparing a slice does, and find nothing
/// that the lock does not prevent: nothing that runs while one of these is changed comes back to the node.
final class Node: @unchecked Sendable {
  /// Calls its second argument with a slice that it makes of the root state: once, or, for a node that is
  /// partial, not at all if there is no such slice.
  typealias Projection =
    (_ root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void

  /// Turns reducers of the slice into reducers of what its parent is a slice of.
  typealias Lift = (ReducerEntry) -> ReducerEntry

  enum Source {
    /// The slice lies in the state itself, this many bytes from its start.
    case stored(offset: Int)
    /// The slice is made anew each time somebody looks.
    case computed(Projection)
  }

  /// Somebody who is looked at when this node has changed.
  struct Dependent {
    let node: Node
    /// Which of the anchors of `node` this one is.
    let anchor: Int
  }

  let key: Key?
  let parent: Node?
  let source: Source
  /// The bytes of the root state that the slice is made from.
  let footprint: Footprint
  let type: ValueType
  /// Whether two values are the same to an observer. `nil`: nobody can tell, so all are different.
  let isSame: ValueType.Comparison?
  /// Whether `isSame` is a user's, and may find values the same that are not equal.
  let hasFilter: Bool
  let step: Step
  /// Whether there may be no value. Reading then gives the last one.
  let isPartial: Bool
  /// The nodes that have to be held for this one, and to have changed before this one can have.
  let anchors: [Node]
  /// For the elements of a collection: those that somebody uses. Such a node holds nothing itself.
  let elements: (any ElementTable)?
  /// `nil` if the slice cannot be written.
  let lift: Lift?
  /// How many derived slices lie between this one and the state.
  let depth: Int
  /// Whether the slice is held for whoever watches, also for those who do not need to know exactly.
  private let isAlwaysHeld: Bool
  /// For a slice that is partial: what is held, for those who read while a subscription that kept it is being
  /// ended by another thread.
  private let last: Locked<ValueBox?>?

  /// With the registry locked: how many scopes, subscriptions and other nodes use this one.
  var users = 0

  // With the state locked.
  /// Where the node stands in the engine's list of watched nodes.
  var watchIndex = -1
  /// Where the node stands among the dependents of each of its anchors.
  private var places: [Int] = []
  @exclusivity(unchecked)
  private(set) var dependents = ContiguousArray<Dependent>()
  /// How many scopes, subscriptions and nodes need the value to be held.
  @exclusivity(unchecked)
  private(set) var keepers = 0
  @exclusivity(unchecked)
  private(set) var lanes = LaneList()
  /// How many of `lanes` must be told of real changes only.
  @exclusivity(unchecked)
  private var exactLanes = 0
  /// The slice as it was announced last.
  @exclusivity(unchecked)
  private var held: ValueBox? {
    didSet { last?.withLock { $0 = held } }
  }
  /// How often the slice has been found changed while it was held.
  @exclusivity(unchecked)
  private(set) var changes: UInt64 = 0

  // The drain alone.
  /// The state for which the node was looked at last.
  @exclusivity(unchecked)
  var stamp: UInt64 = 0
  @exclusivity(unchecked)
  private var replaced: ValueBox?
  @exclusivity(unchecked)
  private var announced: ValueBox?

  /// - Parameter holdsOutput: The slice is made for whoever watches, so it is held rather than what it
  ///   is made from.
  init(
    key: Key? = nil,
    parent: Node?,
    source: Source,
    footprint: Footprint,
    type: ValueType,
    isSame: ValueType.Comparison?,
    hasFilter: Bool = false,
    step: Step,
    holdsOutput: Bool = false,
    isPartial: Bool = false,
    inputs: [Node] = [],
    elements: (any ElementTable)? = nil,
    lift: Lift? = nil
  ) {
    self.key = key
    self.parent = parent
    self.source = source
    self.footprint = footprint
    self.type = type
    self.isSame = isSame
    self.hasFilter = hasFilter
    self.step = step
    self.isPartial = isPartial
    self.elements = elements
    self.lift = lift
    anchors = inputs.isEmpty ? parent?.supportOfParts ?? [] : inputs
    let depth = anchors.map(\.depth).max() ?? 0
    self.depth = inputs.isEmpty ? depth : depth + 1
    isAlwaysHeld = holdsOutput || type.isPlain
    last = isPartial ? Locked(nil) : nil
  }

  var isStored: Bool {
    if case .stored = source { true } else { false }
  }

  var isDerived: Bool {
    if case .derived = step { true } else { false }
  }

  /// The nodes that have to be held for whoever uses this one.
  ///
  /// Not a derived one: it need not be made before somebody asks for it.
  var support: [Node] {
    isPartial || elements != nil ? [self] : anchors
  }

  /// The nodes that have to be held for whoever uses something made from this one.
  private var supportOfParts: [Node] {
    isDerived ? [self] : support
  }

  /// Calls `body` with the slice in place, or with a computed one.
  ///
  /// The caller sees to it that nobody changes the state meanwhile, and that the node is kept if it is
  /// partial.
  @inline(__always)
  func read(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    switch source {
    case .stored(let offset): body(root + offset)
    case .computed(let projection):
      if isPartial { readOrRecall(projection, root, body) } else { projection(root, body) }
    }
  }

  private func readOrRecall(
    _ projection: @escaping Projection,
    _ root: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    var isPresent = false
    projection(root) {
      isPresent = true
      body($0)
    }
    guard !isPresent, let last = last?.withLock({ $0 }) else { return }
    body(last.pointer)
    withExtendedLifetime(last) {}
  }

  /// Whether there is a value now.
  func isPresent(in root: UnsafeRawPointer) -> Bool {
    guard isPartial, case .computed(let projection) = source else { return true }
    var isPresent = false
    projection(root) { _ in isPresent = true }
    return isPresent
  }

  // MARK: With the state locked

  /// What to compare the slice with byte by byte, if it is held.
  var heldPointer: UnsafeRawPointer? { held?.pointer }

  /// The same for a stored slice.
  var heldBytes: UnsafeRawPointer? { isStored ? held?.pointer : nil }

  /// Whether anybody needs to know of changes.
  var isWatched: Bool { keepers > 0 || !lanes.isEmpty }

  /// Counts somebody in who needs the value to be held. Returns whether it is the first.
  func keep(root: UnsafeRawPointer) -> Bool {
    keepers += 1
    if keepers == 1 { hold(root) }
    return keepers == 1
  }

  /// Counts a keeper out. What is returned must be kept until the state is unlocked again.
  func unkeep() -> (isLast: Bool, held: ValueBox?) {
    keepers -= 1
    return (keepers == 0, letGo())
  }

  /// Counts a lane in, and holds the slice from now on if that is needed.
  func add(_ lane: AnyLane, root: UnsafeRawPointer) {
    lanes.append(lane)
    if needsChanges(lane) { exactLanes += 1 }
    hold(root)
  }

  /// Counts a lane out. What is returned must be kept until the state is unlocked again.
  func remove(_ lane: AnyLane) -> ValueBox? {
    guard lanes.remove(id: lane.id) else { return nil }
    if needsChanges(lane) { exactLanes -= 1 }
    return letGo()
  }

  private func needsChanges(_ lane: AnyLane) -> Bool {
    lane.role == .exact || hasFilter
  }

  private var mustHold: Bool {
    if keepers > 0 { return elements == nil }
    return isSame != nil && (exactLanes > 0 || (isAlwaysHeld && !lanes.isEmpty))
  }

  private func hold(_ root: UnsafeRawPointer) {
    guard held == nil, mustHold else { return }
    read(from: root) { held = ValueBox(type, copying: $0) }
  }

  private func letGo() -> ValueBox? {
    guard !mustHold else { return nil }
    defer { held = nil }
    return held
  }

  /// Takes its place among the dependents of its anchors, or gives it up.
  func setDependent(_ isDependent: Bool) {
    guard isDependent == places.isEmpty else { return }
    if isDependent {
      places = anchors.enumerated().map { $1.append(Dependent(node: self, anchor: $0)) }
    } else {
      for (anchor, place) in zip(anchors, places) { anchor.removeDependent(at: place) }
      places = []
    }
  }

  private func append(_ dependent: Dependent) -> Int {
    dependents.append(dependent)
    if let elements { elements.add(dependent.node) }
    return dependents.count - 1
  }

  private func removeDependent(at place: Int) {
    if let elements { elements.remove(dependents[place].node) }
    let last = dependents.removeLast()
    guard place < dependents.count else { return }
    dependents[place] = last
    last.node.places[last.anchor] = place
  }

  /// Lets go of everything when the store goes away.
  func clear() {
    for dependent in dependents { dependent.node.clear() }
    dependents = []
    places = []
    elements?.removeAll()
    lanes = LaneList()
    let last = held
    held = nil
    withExtendedLifetime(last) {}
  }

  /// What has become of a slice.
  enum Difference {
    case none
    /// An `==` finds nothing. There may be something in a part that it does not look at.
    case inBytes
    case inValue
  }

  /// Says whether the slice has to be announced, and takes note of it. For the drain.
  func refresh(from root: UnsafeRawPointer) -> Difference {
    // Nobody needs to know exactly: whoever is told looks for himself.
    guard let held else { return .inValue }
    var difference = Difference.none
    read(from: root) { current in
      if memcmp(held.pointer, current, type.size) == 0 { return }
      // A filter is asked by each lane, about the value that it was told last. Where only the bytes differ
      // the new ones are held all the same, so that the next comparison is by bytes again.
      let isDifferent = hasFilter || !(isSame?(held.pointer, current) ?? false)
      difference = isDifferent ? .inValue : .inBytes
      if !isStored { announced = ValueBox(type, copying: current) }
      if type.isPlain { return held.overwrite(withPlain: current) }
      replaced = held
      self.held = announced ?? ValueBox(type, copying: current)
    }
    if difference == .inValue { changes += 1 }
    return difference
  }

  // MARK: For the drain, with the state unlocked

  /// Calls `body` with the slice that is being announced. A computed one is computed once for all who
  /// are told.
  @inline(__always)
  func readAnnounced(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    switch source {
    case .stored(let offset):
      body(root + offset)
    case .computed:
      if announced == nil { read(from: root) { announced = ValueBox(type, copying: $0) } }
      if let announced { body(announced.pointer) }
    }
  }

  /// Whether `refresh` or an announcement has put anything aside.
  var hasLeftovers: Bool { replaced != nil || announced != nil }

  /// Gives up what was put aside. May call `deinit`s of the user's.
  func dropLeftovers() {
    replaced = nil
    announced = nil
  }
}
