// SPDX-License-Identifier: MIT

/// The nodes of one store that are in use, so that looking twice at one slice finds one node.
///
/// Whoever uses a node counts in and out: each scope, each subscription, and each node made from
/// another. A node that nobody uses is forgotten.
struct NodeRegistry: Sendable {
  private let nodes = Locked<[Node.Key: Node]>([:])
  private let types = Locked<[ObjectIdentifier: KnownType]>([:])

  /// What all slices of one type have in common. To find it out takes longer than to make a node.
  ///
  /// `@unchecked`: it never changes, and the comparison holds nothing but the type.
  struct KnownType: @unchecked Sendable {
    let type: ValueType
    /// The comparison that the type brings along.
    let isSame: ValueType.Comparison?
  }

  func known<Value>(_ type: Value.Type) -> KnownType {
    types.withLock { types in
      if let known = types[ObjectIdentifier(type)] { return known }
      let known = KnownType(type: ValueType(type), isSame: ValueType.comparison(of: type))
      types[ObjectIdentifier(type)] = known
      return known
    }
  }

  /// Returns the node for `key`, made by `make` if there is none, and counts a user in.
  func node(_ key: Node.Key, make: () -> Node) -> Node {
    // By the place in the dictionary, which is looked for once.
    func find(_ place: inout Node?) -> Node {
      if let known = place {
        known.users += 1
        return known
      }
      let node = make()
      node.users = 1
      node.parent?.users += 1
      place = node
      return node
    }
    return nodes.withLock { find(&$0[key]) }
  }

  /// Counts in the first user of a node that is shared with nobody.
  ///
  /// What a derived node is derived from was counted in already, on its behalf.
  func adopt(_ node: Node) {
    nodes.withLock { _ in
      node.users = 1
      node.parent?.users += 1
    }
  }

  /// Counts a user in.
  func retain(_ node: Node) {
    nodes.withLock { _ in node.users += 1 }
  }

  /// Counts a user out.
  func release(_ node: Node) {
    // Kept until the lock is open again: nodes hold values, and values call `deinit`s.
    let forgotten = nodes.withLock { nodes -> [Node] in
      // Mostly there are other users.
      node.users -= 1
      guard node.users == 0 else { return [] }
      var forgotten: [Node] = []
      var unused = [node]
      while let node = unused.popLast() {
        if let key = node.key, let known = nodes.removeValue(forKey: key) {
          forgotten.append(known)
        }
        if let parent = node.parent { countOut(parent, &unused) }
        if node.isDerived { node.anchors.forEach { countOut($0, &unused) } }
      }
      return forgotten
    }
    _ = forgotten
  }

  private func countOut(_ node: Node, _ unused: inout [Node]) {
    node.users -= 1
    if node.users == 0 { unused.append(node) }
  }

  /// How many nodes are in use and can be shared.
  var count: Int { nodes.withLock { $0.count } }
}
