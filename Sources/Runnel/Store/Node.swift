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
/// `@unchecked`: what is not constant is marked with who may touch it. *With the state locked* means
/// between `lock` and `unlock` of the engine's `access`.
final class Node: @unchecked Sendable {
  /// Calls its second argument, once, with a slice that it makes of the root state.
  typealias Projection =
    (_ root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void

  enum Source {
    /// The slice lies in the state itself, this many bytes from its start.
    case stored(offset: Int)
    /// The slice is made anew each time somebody looks.
    case computed(Projection)
  }

  /// Tells one slice from another.
  enum Key: Hashable {
    /// A stored part of the state: where it begins, and its type.
    case stored(offset: Int, type: ObjectIdentifier)
    /// Something computed from another slice.
    case computed(parent: ObjectIdentifier, path: AnyKeyPath)
  }

  /// How a slice is got from its parent, in the words of the source.
  enum Step {
    case root
    case keyPath(AnyKeyPath)
    case same
    case closure
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
  private let step: Step
  /// Whether the slice is held for whoever watches, also for those who do not need to know exactly.
  private let isAlwaysHeld: Bool

  /// With the registry locked: how many scopes, subscriptions and other nodes use this one.
  var users = 0

  // With the state locked.
  /// Where the node stands in the engine's list of watched nodes.
  var watchIndex = -1
  private(set) var lanes = LaneList()
  /// How many of `lanes` must be told of real changes only.
  private var exactLanes = 0
  /// The slice as it was announced last.
  private var held: ValueBox?

  // The drain alone.
  private var replaced: ValueBox?
  private var announced: ValueBox?

  /// - Parameter holdsOutput: The slice is made for whoever watches, so it is held rather than what it
  ///   is made from.
  init(
    key: Key?,
    parent: Node?,
    source: Source,
    footprint: Footprint,
    type: ValueType,
    isSame: ValueType.Comparison?,
    hasFilter: Bool = false,
    step: Step,
    holdsOutput: Bool = false
  ) {
    self.key = key
    self.parent = parent
    self.source = source
    self.footprint = footprint
    self.type = type
    self.isSame = isSame
    self.hasFilter = hasFilter
    self.step = step
    isAlwaysHeld = holdsOutput || type.isPlain
  }

  var isStored: Bool {
    if case .stored = source { true } else { false }
  }

  /// Calls `body` with the slice in place, or with a computed one.
  ///
  /// The caller sees to it that nobody changes the state meanwhile.
  @inline(__always)
  func read(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    switch source {
    case .stored(let offset): body(root + offset)
    case .computed(let projection): projection(root, body)
    }
  }

  // MARK: With the state locked

  /// What to compare a stored slice with byte by byte, if it is held.
  var heldBytes: UnsafeRawPointer? {
    isStored ? held?.pointer : nil
  }

  /// Counts a lane in, and holds the slice from now on if that is needed.
  func add(_ lane: any AnyLane, root: UnsafeRawPointer) {
    lanes.append(lane)
    if needsChanges(lane) { exactLanes += 1 }
    guard held == nil, isSame != nil, isAlwaysHeld || exactLanes > 0 else { return }
    read(from: root) { held = ValueBox(type, copying: $0) }
  }

  private func needsChanges(_ lane: any AnyLane) -> Bool {
    lane.role == .exact || hasFilter
  }

  /// Counts a lane out. What is returned must be kept until the state is unlocked again.
  func remove(_ lane: any AnyLane) -> ValueBox? {
    guard lanes.remove(id: lane.id) else { return nil }
    if needsChanges(lane) { exactLanes -= 1 }
    guard lanes.isEmpty || (exactLanes == 0 && !isAlwaysHeld) else { return nil }
    defer { held = nil }
    return held
  }

  /// Counts all lanes out when the store goes away, and returns them.
  func removeAllLanes() -> LaneList {
    defer {
      lanes = LaneList()
      held = nil
    }
    return lanes
  }

  /// Says whether the slice has to be announced, and takes note of it. For the drain.
  func refresh(from root: UnsafeRawPointer) -> Bool {
    // Nobody needs to know exactly: whoever is told looks for himself.
    guard let held, let isSame else { return true }
    var isChanged = false
    read(from: root) { current in
      if !isStored { announced = ValueBox(type, copying: current) }
      if memcmp(held.pointer, current, type.size) == 0 { return }
      // A filter is asked by each lane, about the value that it was told last. Where only the bytes differ
      // the new ones are held all the same, so that the next comparison is by bytes again.
      isChanged = hasFilter || !isSame(held.pointer, current)
      if type.isPlain { return held.overwrite(withPlain: current) }
      replaced = held
      self.held = announced ?? ValueBox(type, copying: current)
    }
    return isChanged
  }

  // MARK: For the drain, with the state unlocked

  /// Calls `body` with the slice that is being announced. A computed one is computed once for all who
  /// are told.
  @inline(__always)
  func readAnnounced(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    switch source {
    case .stored(let offset):
      body(root + offset)
    case .computed(let projection):
      if let announced { return body(announced.pointer) }
      projection(root) { announced = ValueBox(type, copying: $0) }
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

extension Node {
  /// What the slice is, in the words of the source: `\AppState.profile.name`.
  var path: String {
    let start = parent?.path ?? "\\\(type.type)"
    switch step {
    case .root, .same: return start
    case .closure: return "\(start) { \(type.type) }"
    case .keyPath(let keyPath):
      let words = String(describing: keyPath)
      return start + (words.firstIndex(of: ".").map { words[$0...] } ?? ".?")
    }
  }

  /// Whether this is `other`, or a part of it, or made from it.
  func isWithin(_ other: Node) -> Bool {
    var next: Node? = self
    while let node = next {
      if node === other { return true }
      next = node.parent
    }
    return other.isStored && other.footprint.contains(footprint)
  }
}
