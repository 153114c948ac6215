// SPDX-License-Identifier: MIT

import RunnelNavigation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Random actions for elements of nested collections of every kind, against a naive model.
///
/// A tree has boughs, these have branches, and these have leaves: in an array, in entities, in a
/// dictionary, in an optional list and on a stack. Elements move, disappear, come back and change
/// their IDs, while effects are under way that report back to them.
@Suite struct AddressModelTests {
  @Test func `Contract 26, 27, 29, 32: no action or effect of nested parts goes astray`() async {
    // A quarter: a run has several hundred elements.
    let seeds = ModelSeeds.all.prefix(max(1, ModelSeeds.all.count / 4))
    await expectNoFailures(in: seeds) { await Run(seed: $0).failures() }
  }
}

private protocol Part: Equatable, Identifiable, Sendable where ID == Int {
  var name: String { get }
  /// The names of the leaves in it.
  var leafNames: [String] { get }
}

/// A leaf, which counts what it receives.
private struct Leaf: Part {
  var id: Int
  /// Never changes, in place of the ID.
  let name: String
  var hits = 0
  var replies: [String] = []

  var leafNames: [String] { [name] }
}

/// A level of the tree, with children of one type in collections of every kind.
private struct Node<Child: Part>: Part {
  var id: Int
  let name: String
  var array: [Child] = []
  var entities: Entities<Child> = []
  var table: [Int: Child] = [:]
  var optional: [Child]?
  var stack = ScreenStack<Child>()
}

private enum Hit: Action, Equatable {
  case hit
  /// Begins an effect that replies with the name.
  case asked
  case replied(String)
  case renumbered(Int)
}

/// Has a node send a hit to one of its children.
private struct Relay<State>: Action {
  let kind: Int
  let id: Int
}

extension Leaf {
  fileprivate enum Pending: Hashable { case question }

  fileprivate static let reducer = Reducer<Leaf>.on(Hit.self) { leaf, action in
    switch action {
    case .hit: leaf.hits += 1
    case .asked:
      return .send(.replied(leaf.name)).debounce(id: Pending.question, for: .seconds(1))
    case .replied(let name): leaf.replies.append(name)
    case .renumbered(let id): leaf.id = id
    }
    return .none
  }
}

extension Node {
  fileprivate static func reducer(_ child: Reducer<Child>) -> Reducer<Node> {
    Reducer {
      child.forEach(\.array)
      child.forEach(\.entities)
      child.forEach(\.table)
      child.forEach(\.optional)
      child.forEach(\.stack)
      Reducer.on(Relay<Node>.self) { _, relay in
        switch relay.kind {
        case 0: .send(Hit.hit, to: \Node.array, id: relay.id)
        case 1: .send(Hit.hit, to: \Node.entities, id: relay.id)
        case 2: .send(Hit.hit, to: \Node.table, id: relay.id)
        case 3: .send(Hit.hit, to: \Node.optional, id: relay.id)
        default: .send(Hit.hit, to: \Node.stack, id: ScreenID(relay.id))
        }
      }
    }
  }

  fileprivate var leafNames: [String] { (0..<5).flatMap { self[$0] }.flatMap(\.leafNames) }

  /// The child with an ID in one of the collections.
  fileprivate func child(_ kind: Int, _ id: Int) -> Child? {
    ids(kind).firstIndex(of: id).map { self[kind][$0] }
  }

  /// The children in one of the collections, as a list.
  fileprivate subscript(kind: Int) -> [Child] {
    get {
      switch kind {
      case 0: array
      case 1: Array(entities)
      case 2: table.keys.sorted().compactMap { table[$0] }
      case 3: optional ?? []
      default: Array(stack)
      }
    }
    set {
      switch kind {
      case 0: array = newValue
      case 1: entities = Entities(newValue)
      case 2: table = Dictionary(newValue.map { ($0.id, $0) }) { first, _ in first }
      case 3: optional = newValue.isEmpty ? nil : newValue
      default:
        stack = []
        for child in newValue { stack.push(child) }
      }
    }
  }

  /// The IDs of the children in one of the collections, in the same order.
  fileprivate func ids(_ kind: Int) -> [Int] {
    switch kind {
    case 2: table.keys.sorted()
    case 4: stack.ids.map(\.number)
    default: self[kind].map(\.id)
    }
  }
}

private typealias Branch = Node<Leaf>
private typealias Bough = Node<Branch>
private typealias Tree = Node<Bough>

/// The way to a leaf: the collection, the ID and the name on each level.
private struct Way {
  var kinds: [Int] = []
  var ids: [Int] = []
  var names: [String] = []

  /// Returns the leaf, if there is one.
  ///
  /// A stack gives a new screen the number of an old one, but it is another screen.
  func leaf(in tree: Tree) -> Leaf? {
    func isSame(_ part: some Part, _ level: Int) -> Bool {
      kinds[level] != 4 || part.name == names[level]
    }
    guard let bough = tree.child(kinds[0], ids[0]), isSame(bough, 0),
      let branch = bough.child(kinds[1], ids[1]), isSame(branch, 1),
      let leaf = branch.child(kinds[2], ids[2]), isSame(leaf, 2)
    else { return nil }
    return leaf
  }
}

extension StoreOf where ActionType == any Action {
  /// Returns the store of a child.
  fileprivate func child<Child>(_ kind: Int, _ id: Int) -> Store<Child>?
  where State == Node<Child> {
    switch kind {
    case 0: scope(\.array, id: id)
    case 1: scope(\.entities, id: id)
    case 2: scope(\.table, id: id)
    case 3: ifPresent(\.optional)?.scope(\.self, id: id)
    default: scope(\.stack, id: ScreenID(id))
    }
  }

  /// Dispatches an action to a child, without a scope of it.
  fileprivate func dispatch<Child>(_ action: Hit, to kind: Int, _ id: Int)
  where State == Node<Child> {
    switch kind {
    case 0: dispatch(action, to: \.array, id: id)
    case 1: dispatch(action, to: \.entities, id: id)
    case 2: dispatch(action, to: \.table, id: id)
    case 3: dispatch(action, to: \.optional, id: id)
    default: dispatch(action, to: \.stack, id: ScreenID(id))
    }
  }
}

private struct Run {
  let seed: UInt64
  private let clock = ManualClock()

  func failures() async -> [String] {
    var random = ModelRandom(seed: seed, thread: 0)
    var names = 0
    func name(_ kind: String) -> String {
      names += 1
      return "\(kind) \(names)"
    }
    func makeLeaf(_ id: Int) -> Leaf { Leaf(id: id, name: name("leaf")) }
    func makeBranch(_ id: Int) -> Branch { node("branch", id, makeLeaf) }
    func makeBough(_ id: Int) -> Bough { node("bough", id, makeBranch) }
    /// Two collections of each node have two children each.
    func node<Child>(_ kind: String, _ id: Int, _ child: (Int) -> Child) -> Node<Child> {
      var node = Node<Child>(id: id, name: name(kind))
      let first = Int.random(in: 0..<5, using: &random)
      for kind in [first, (first + 1 + Int.random(in: 0..<4, using: &random)) % 5] {
        node[kind] = [child(1), child(2)]
      }
      return node
    }
    let tree = node("tree", 0, makeBough)

    let store = Store(
      state: tree,
      reducer: Reducer {
        Tree.reducer(Bough.reducer(Branch.reducer(Leaf.reducer)))
        Reducer<Tree>.edits
      }, clock: clock)
    // The names of the leaves, with what each of them has to have.
    var hits: [String: Int] = [:]
    var questions: Set<String> = []
    var asked: Set<String> = []
    // A scope outlives what it is a scope of.
    var scopes: [(way: Way, store: Store<Leaf>)] = []
    func hit(_ names: [String]) { for name in names { hits[name, default: 0] += 1 } }

    func step<Child>(into node: Node<Child>, _ way: inout Way) -> Child? {
      let kinds = (0..<5).filter { !node[$0].isEmpty }
      guard let kind = kinds.randomElement(using: &random),
        let index = node[kind].indices.randomElement(using: &random)
      else { return nil }
      way.kinds.append(kind)
      way.ids.append(node.ids(kind)[index])
      way.names.append(node[kind][index].name)
      return node[kind][index]
    }

    var failures: [String] = []
    for _ in 0..<40 {
      await store.settled()
      let model = store.state
      var way = Way()
      guard let bough = step(into: model, &way), let branch = step(into: bough, &way),
        let leaf = step(into: branch, &way)
      else { continue }
      let boughStore: Store<Bough>? = store.child(way.kinds[0], way.ids[0])
      let branchStore: Store<Branch>? = boughStore?.child(way.kinds[1], way.ids[1])
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1:
        // Without a scope of the leaf.
        branchStore?.dispatch(.hit, to: way.kinds[2], way.ids[2])
        hit([leaf.name])
      case 2, 3:
        let scope: Store<Leaf>? = branchStore?.child(way.kinds[2], way.ids[2])
        guard let scope else { failures.append("\(way) has no scope"); continue }
        scope.dispatch(Hit.hit)
        hit([leaf.name])
        scopes.append((way, scope))
      case 4:
        boughStore?.dispatch(.hit, to: way.kinds[1], way.ids[1])
        hit(branch.leafNames)
      case 5:
        boughStore?.dispatch(Hit.hit)
        hit(bough.leafNames)
      case 6:
        store.dispatch(Hit.hit)
        hit(model.leafNames)
      case 7, 8:
        branchStore?.dispatch(.asked, to: way.kinds[2], way.ids[2])
        asked.insert(leaf.name)
        questions.insert(leaf.name)
      case 9:
        // An older scope reaches its leaf, one with the same ID that has taken its place, or none.
        guard let old = scopes.randomElement(using: &random) else { continue }
        old.store.dispatch(Hit.hit)
        if let leaf = old.way.leaf(in: model) { hit([leaf.name]) }
      case 10:
        // Whoever is around sends to it.
        branchStore?.dispatch(Relay<Branch>(kind: way.kinds[2], id: way.ids[2]))
        hit([leaf.name])
        // The hit comes behind it.
        await store.settled()
      case 11:
        await clock.advance(by: .seconds(1))
        questions = []
      case 12:
        // A leaf takes another ID. What it has begun under the old one ends.
        let kind = way.kinds[2]
        let id = 3 + (branch.ids(kind).max() ?? 0)
        guard kind != 2, kind != 4 else { continue }
        branchStore?.dispatch(.renumbered(id), to: kind, way.ids[2])
        if questions.remove(leaf.name) != nil { asked.remove(leaf.name) }
      default:
        // On one of the levels, the last one goes, the others move, and a new one comes, which can
        // have the ID of one that has gone before.
        let isNew = Bool.random(using: &random)
        func edit<Child>(_ node: inout Node<Child>, _ kind: Int, _ new: (Int) -> Child) {
          if kind == 4 {
            if isNew { node.stack.push(new(0)) } else { node.stack.pop() }
          } else {
            let left = node[kind].dropLast().reversed()
            let free = (1...).first { id in !node[kind].contains { $0.id == id } } ?? 1
            node[kind] = (isNew ? [new(free)] : []) + left
          }
        }
        func within<Child>(
          _ node: inout Node<Child>, _ level: Int, _ body: (inout Child) -> Void
        ) {
          let kind = way.kinds[level]
          guard let index = node.ids(kind).firstIndex(of: way.ids[level]) else { return }
          switch kind {
          case 4:
            guard var child = node.stack[id: ScreenID(way.ids[level])] else { return }
            body(&child)
            node.stack[id: ScreenID(way.ids[level])] = child
          default:
            var children = node[kind]
            body(&children[index])
            node[kind] = children
          }
        }
        var edited = model
        let level = Int.random(in: 0..<3, using: &random)
        switch level {
        case 0: edit(&edited, way.kinds[0], makeBough)
        case 1: within(&edited, 0) { edit(&$0, way.kinds[1], makeBranch) }
        default:
          within(&edited, 0) { within(&$0, 1) { edit(&$0, way.kinds[2], makeLeaf) } }
        }
        store.edit { [edited] in $0 = edited }
      }
    }
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)

    let boughs = (0..<5).flatMap { store.state[$0] }
    let branches = boughs.flatMap { bough in (0..<5).flatMap { bough[$0] } }
    for leaf in branches.flatMap({ branch in (0..<5).flatMap { branch[$0] } }) {
      if leaf.hits != hits[leaf.name, default: 0] {
        failures.append("\(leaf.name) has \(leaf.hits) hits, not \(hits[leaf.name, default: 0])")
      }
      if leaf.replies.contains(where: { $0 != leaf.name }) {
        failures.append("\(leaf.name) got replies of others: \(leaf.replies)")
      }
      if leaf.replies.isEmpty, asked.contains(leaf.name) {
        failures.append("\(leaf.name) got no reply")
      }
    }
    if !store.runningEffects.isEmpty {
      failures.append("effects are left: \(store.runningEffects)")
    }
    // No block of the queue keeps the engine when the process ends: leaks are looked for then.
    await store.queueIsFree()
    return failures
  }
}
