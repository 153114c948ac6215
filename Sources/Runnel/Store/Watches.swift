// SPDX-License-Identifier: MIT

/// The slices that somebody watches, found by the bytes that an action may have written.
///
/// A plain list is scanned while it is short, or where an action may have written everything. Beyond that a
/// tree is made: each branch stands for a range of bytes, has the slices that fit into neither of its halves,
/// and leads on to these. So an action that wrote a few bytes meets the slices that lie there, those that
/// contain them, and no others.
struct Watches {
  /// A slice that somebody watches, with what it takes to pass over it quickly.
  struct Watch {
    let node: Node
    let footprint: Footprint
    /// The slice as it was announced last, for slices that lie in the state as they are.
    var heldBytes: UnsafeRawPointer?
    /// Where in the tree it is, if there is one.
    fileprivate var branch = Watches.none
    /// Its neighbours in the list of the branch.
    fileprivate var previous = Watches.none
    fileprivate var next = Watches.none

    fileprivate init(_ node: Node) {
      self.node = node
      footprint = node.footprint
      heldBytes = node.heldBytes
    }
  }

  /// A range of bytes, a power of two long. Branches are found by their places in a list, and so are watches,
  /// since counting references would cost more than the search does.
  private struct Branch {
    let lower: Int
    let middle: Int
    var left = Watches.none
    var right = Watches.none
    /// The first of the slices that lie on both sides of the middle.
    var first = Watches.none
  }

  /// What was found for one range of bytes, to be found again without a search until slices come or go. A
  /// reducer always writes the same range. Only the drain touches it.
  struct Trail {
    fileprivate var generation = UInt64.max
    fileprivate var watches = ContiguousArray<Int32>()

    init() {}
  }

  /// From how many slices on the tree is worth its while.
  static let treeThreshold = 16
  /// Branches are not divided further than this.
  private static let leafSize = 8
  private static let none: Int32 = -1

  private(set) var all = ContiguousArray<Watch>()
  /// The root comes first. Empty as long as there is no tree.
  private var branches = ContiguousArray<Branch>()
  /// Grows whenever slices come or go.
  private var generation: UInt64 = 0
  private let size: Int

  /// - Parameter size: How many bytes the state has.
  init(size: Int) {
    var power = Watches.leafSize
    while power < size { power *= 2 }
    self.size = power
  }

  var count: Int { all.count }
  var isEmpty: Bool { all.isEmpty }

  // MARK: Changing

  /// Takes a node in, or takes note that it is held or not held any more. O(log of the size of the state).
  mutating func add(_ node: Node) {
    if node.watchIndex >= 0 { return all[node.watchIndex].heldBytes = node.heldBytes }
    generation += 1
    node.watchIndex = all.count
    all.append(Watch(node))
    if !branches.isEmpty { plant(all.count - 1) }
  }

  /// Takes a node out, if it is in. O(1).
  mutating func remove(_ node: Node) {
    let index = node.watchIndex
    guard index >= 0 else { return }
    generation += 1
    node.watchIndex = -1
    unlink(index)
    let last = all.removeLast()
    guard last.node !== node else { return }
    all[index] = last
    last.node.watchIndex = index
    relink(index)
  }

  private mutating func plant(_ index: Int) {
    let footprint = all[index].footprint
    var branch = 0
    var half = size / 2
    while half >= Watches.leafSize {
      if footprint.upper <= branches[branch].middle {
        branch = child(of: branch, \.left, at: branches[branch].lower, half)
      } else if footprint.lower >= branches[branch].middle {
        branch = child(of: branch, \.right, at: branches[branch].middle, half)
      } else {
        break
      }
      half /= 2
    }
    all[index].branch = Int32(branch)
    all[index].next = branches[branch].first
    if all[index].next >= 0 { all[Int(all[index].next)].previous = Int32(index) }
    branches[branch].first = Int32(index)
  }

  private mutating func child(
    of branch: Int,
    _ side: WritableKeyPath<Branch, Int32>,
    at lower: Int,
    _ size: Int
  ) -> Int {
    if branches[branch][keyPath: side] < 0 {
      branches[branch][keyPath: side] = Int32(branches.count)
      branches.append(Branch(lower: lower, middle: lower + size / 2))
    }
    return Int(branches[branch][keyPath: side])
  }

  private mutating func unlink(_ index: Int) {
    let watch = all[index]
    guard watch.branch >= 0 else { return }
    if watch.previous >= 0 {
      all[Int(watch.previous)].next = watch.next
    } else {
      branches[Int(watch.branch)].first = watch.next
    }
    if watch.next >= 0 { all[Int(watch.next)].previous = watch.previous }
  }

  /// Tells the neighbours of a watch that it has another place in the list.
  private mutating func relink(_ index: Int) {
    let watch = all[index]
    guard watch.branch >= 0 else { return }
    if watch.previous >= 0 {
      all[Int(watch.previous)].next = Int32(index)
    } else {
      branches[Int(watch.branch)].first = Int32(index)
    }
    if watch.next >= 0 { all[Int(watch.next)].previous = Int32(index) }
  }

  // MARK: Looking

  /// Calls `body` with each slice of which `footprint` has a byte.
  @inline(__always)
  mutating func forEach(
    in footprint: Footprint,
    _ trail: UnsafeMutablePointer<Trail>?,
    _ body: (inout Watch) -> Void
  ) {
    if all.count > Watches.treeThreshold, footprint.upper - footprint.lower <= size / 2 {
      return follow(trail, in: footprint, body)
    }
    // To ask an empty array for its storage makes one anew each time.
    if all.isEmpty { return }
    all.withUnsafeMutableBufferPointer { all in
      for index in all.indices where all[index].footprint.overlaps(footprint) { body(&all[index]) }
    }
  }

  private mutating func follow(
    _ trail: UnsafeMutablePointer<Trail>?,
    in footprint: Footprint,
    _ body: (inout Watch) -> Void
  ) {
    guard let found = trail else { return search(footprint, body) }
    if found.pointee.generation != generation {
      found.pointee.generation = generation
      found.pointee.watches.removeAll(keepingCapacity: true)
      search(footprint) { found.pointee.watches.append(Int32($0.node.watchIndex)) }
    }
    all.withUnsafeMutableBufferPointer { all in
      found.pointee.watches.withUnsafeBufferPointer { watches in
        for index in watches { body(&all[Int(index)]) }
      }
    }
  }

  private mutating func makeTree() {
    branches.append(Branch(lower: 0, middle: size / 2))
    for index in all.indices { plant(index) }
  }

  private mutating func search(_ footprint: Footprint, _ body: (inout Watch) -> Void) {
    if branches.isEmpty { makeTree() }
    branches.withUnsafeBufferPointer { branches in
      all.withUnsafeMutableBufferPointer { all in
        Watches.search(branches, from: 0, all, footprint, body)
      }
    }
  }

  private static func search(
    _ branches: UnsafeBufferPointer<Branch>,
    from start: Int32,
    _ all: UnsafeMutableBufferPointer<Watch>,
    _ footprint: Footprint,
    _ body: (inout Watch) -> Void
  ) {
    var branch = start
    while branch >= 0 {
      let (left, right) = (branches[Int(branch)].left, branches[Int(branch)].right)
      let middle = branches[Int(branch)].middle
      var watch = Int(branches[Int(branch)].first)
      while watch >= 0 {
        if all[watch].footprint.overlaps(footprint) { body(&all[watch]) }
        watch = Int(all[watch].next)
      }
      if footprint.lower < middle {
        if footprint.upper > middle { search(branches, from: right, all, footprint, body) }
        branch = left
      } else {
        branch = right
      }
    }
  }
}
