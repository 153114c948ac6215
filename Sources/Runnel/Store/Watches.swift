// SPDX-License-Identifier: MIT

/// The slices that somebody watches, found by the bytes that an action may have written.
///
/// A plain list is scanned while it is short, or where an action may have written everything. Beyond that a
/// tree is made: each branch stands for a range of bytes, has the slices that fit into neither of its halves, and
/// leads on to these. So an action that wrote a few bytes meets the slices that lie there, those that
/// contain them, and no others.
struct Watches {
  /// A slice that somebody watches, with what it takes to pass over it quickly.
  struct Watch {
    let node: Node
    let footprint: Footprint
    /// The slice as it was announced last, for slices that lie in the state as they are.
    var heldBytes: UnsafeRawPointer?
  }

  /// A range of bytes, a power of two long.
  ///
  /// `@unchecked`: read and written with the state locked only.
  final class Branch: @unchecked Sendable {
    let lower: Int
    let middle: Int
    /// The slices that lie on both sides of the middle.
    var nodes = ContiguousArray<Node>()
    var left: Branch?
    var right: Branch?

    init(lower: Int, size: Int) {
      self.lower = lower
      middle = lower + size / 2
    }
  }

  /// From how many slices on the tree is worth its while.
  static let treeThreshold = 16
  /// Branches are not divided further than this.
  private static let leafSize = 8

  private(set) var all = ContiguousArray<Watch>()
  private var root: Branch?
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
    node.watchIndex = all.count
    all.append(Watch(node: node, footprint: node.footprint, heldBytes: node.heldBytes))
    if let root { plant(node, in: root) }
  }

  /// Takes a node out, if it is in. O(1).
  mutating func remove(_ node: Node) {
    let index = node.watchIndex
    guard index >= 0 else { return }
    node.watchIndex = -1
    let last = all.removeLast()
    if last.node !== node {
      all[index] = last
      last.node.watchIndex = index
    }
    guard let branch = node.branch else { return }
    let lastNode = branch.nodes.removeLast()
    if lastNode !== node {
      branch.nodes[node.branchIndex] = lastNode
      lastNode.branchIndex = node.branchIndex
    }
    node.branch = nil
  }

  private func plant(_ node: Node, in root: Branch) {
    var branch = root
    var half = size / 2
    while half >= Watches.leafSize {
      if node.footprint.upper <= branch.middle {
        branch = branch.left.grow(at: branch.lower, half) { branch.left = $0 }
      } else if node.footprint.lower >= branch.middle {
        branch = branch.right.grow(at: branch.middle, half) { branch.right = $0 }
      } else {
        break
      }
      half /= 2
    }
    node.branch = branch
    node.branchIndex = branch.nodes.count
    branch.nodes.append(node)
  }

  // MARK: Looking

  /// Calls `body` with each slice of which `footprint` has a byte.
  @inline(__always)
  mutating func forEach(in footprint: Footprint, _ body: (inout Watch) -> Void) {
    if all.count > Watches.treeThreshold, footprint.upper - footprint.lower <= size / 2 {
      return search(footprint, body)
    }
    all.withUnsafeMutableBufferPointer { all in
      for index in all.indices where all[index].footprint.overlaps(footprint) { body(&all[index]) }
    }
  }

  private mutating func search(_ footprint: Footprint, _ body: (inout Watch) -> Void) {
    if root == nil {
      let branch = Branch(lower: 0, size: size)
      for watch in all { plant(watch.node, in: branch) }
      root = branch
    }
    guard let root else { return }
    all.withUnsafeMutableBufferPointer { all in
      Watches.visit(root, footprint) { node in body(&all[node.watchIndex]) }
    }
  }

  private static func visit(_ branch: Branch, _ footprint: Footprint, _ body: (Node) -> Void) {
    for node in branch.nodes where node.footprint.overlaps(footprint) { body(node) }
    if let left = branch.left, footprint.lower < branch.middle { visit(left, footprint, body) }
    if let right = branch.right, footprint.upper > branch.middle { visit(right, footprint, body) }
  }
}

extension Watches.Branch? {
  fileprivate func grow(
    at lower: Int,
    _ size: Int,
    _ keep: (Watches.Branch) -> Void
  ) -> Watches.Branch {
    if let self { return self }
    let branch = Watches.Branch(lower: lower, size: size)
    keep(branch)
    return branch
  }
}
