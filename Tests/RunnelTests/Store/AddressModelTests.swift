// SPDX-License-Identifier: MIT

import RunnelNavigation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Random actions for elements of nested collections of every kind, against a naive model.
///
/// A tree has branches, and these have leaves, in an array, in entities, in a dictionary, in an
/// optional list and on a stack. Elements move, disappear, come back and change their IDs, while
/// effects are under way that report back to them.
@Suite struct AddressModelTests {
  @Test func `Contract 26, 27, 29, 32: no action and no effect of nested elements goes astray`()
    async
  {
    for seed in ModelSeeds.all {
      let failures = await Run(seed: seed).failures()
      for failure in failures.prefix(3) {
        Issue.record("seed \(seed): \(failure) (run it alone with RUNNEL_SEED=\(seed))")
      }
      if !failures.isEmpty { return }
    }
  }
}

/// A leaf, which counts what it receives.
private struct Leaf: Equatable, Identifiable, Sendable {
  var id: Int
  /// Never changes, in place of the ID.
  let name: String
  var hits = 0
  var replies: [String] = []
}

/// A level of the tree, with children of one type in collections of every kind.
private struct Node<Child: Equatable & Identifiable & Sendable>: Equatable, Identifiable, Sendable
where Child.ID == Int {
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
}

extension Leaf {
  fileprivate enum Pending: Hashable { case question }

  fileprivate static let reducer = Reducer<Leaf>.on(Hit.self) { leaf, action in
    switch action {
    case .hit: leaf.hits += 1
    case .asked:
      return .send(.replied(leaf.name)).debounce(id: Pending.question, for: .seconds(1))
    case .replied(let name): leaf.replies.append(name)
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
    }
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
      default: for child in newValue { stack.push(child) }
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
private typealias Tree = Node<Branch>

/// The way to a leaf: the collection and the ID on each level.
private struct Way: Hashable {
  let kinds: [Int]
  let ids: [Int]
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

/// Changes the children of a node without an action of theirs.
private struct Edit<State>: Action {
  let change: @Sendable (inout State) -> Void
}

private struct Run {
  let seed: UInt64
  private let clock = ManualClock()

  func failures() async -> [String] {
    var random = ModelRandom(seed: seed, thread: 0)
    var names = 0
    func leaf(_ id: Int) -> Leaf {
      names += 1
      return Leaf(id: id, name: "leaf \(names)")
    }
    func branch(_ id: Int) -> Branch {
      names += 1
      var branch = Branch(id: id, name: "branch \(names)")
      for kind in 0..<5 { branch[kind] = [leaf(1), leaf(2)] }
      return branch
    }
    var tree = Tree(id: 0, name: "tree")
    for kind in 0..<5 { tree[kind] = [branch(1), branch(2)] }

    let store = Store(
      state: tree,
      reducer: Reducer {
        Tree.reducer(Branch.reducer(Leaf.reducer))
        Reducer.updating(Edit<Tree>.self) { $1.change(&$0) }
      }, clock: clock)
    // The names of the leaves, with what each of them has to have.
    var hits: [String: Int] = [:]
    var questions: Set<String> = []
    var asked: Set<String> = []
    // A scope outlives what it is a scope of.
    var scopes: [(way: Way, name: String, store: Store<Leaf>)] = []

    func pick(_ model: Tree) -> (Way, Leaf)? {
      let kinds = [Int.random(in: 0..<5, using: &random), Int.random(in: 0..<5, using: &random)]
      let outer = model.ids(kinds[0])
      guard let first = outer.indices.randomElement(using: &random) else { return nil }
      let branch = model[kinds[0]][first]
      let inner = branch.ids(kinds[1])
      guard let second = inner.indices.randomElement(using: &random) else { return nil }
      return (Way(kinds: kinds, ids: [outer[first], inner[second]]), branch[kinds[1]][second])
    }

    var failures: [String] = []
    for _ in 0..<40 {
      await store.settled()
      let model = store.state
      guard let (way, leaf) = pick(model) else { continue }
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1:
        // Without a scope of the leaf.
        let branch: Store<Branch>? = store.child(way.kinds[0], way.ids[0])
        branch?.dispatch(.hit, to: way.kinds[1], way.ids[1])
        hits[leaf.name, default: 0] += 1
      case 2, 3:
        let branch: Store<Branch>? = store.child(way.kinds[0], way.ids[0])
        let scope: Store<Leaf>? = branch?.child(way.kinds[1], way.ids[1])
        guard let scope else { failures.append("\(way) has no scope"); continue }
        scope.dispatch(Hit.hit)
        hits[leaf.name, default: 0] += 1
        scopes.append((way, leaf.name, scope))
      case 4:
        // All leaves of a branch.
        store.dispatch(.hit, to: way.kinds[0], way.ids[0])
        let branch = model[way.kinds[0]][model.ids(way.kinds[0]).firstIndex(of: way.ids[0]) ?? 0]
        for kind in 0..<5 { for leaf in branch[kind] { hits[leaf.name, default: 0] += 1 } }
      case 5:
        store.dispatch(Hit.hit)
        for outer in 0..<5 {
          for branch in model[outer] {
            for kind in 0..<5 { for leaf in branch[kind] { hits[leaf.name, default: 0] += 1 } }
          }
        }
      case 6, 7:
        let branch: Store<Branch>? = store.child(way.kinds[0], way.ids[0])
        branch?.dispatch(.asked, to: way.kinds[1], way.ids[1])
        asked.insert(leaf.name)
        questions.insert(leaf.name)
      case 8:
        // An older scope reaches its leaf, one with the same ID that has taken its place, or none.
        guard let old = scopes.randomElement(using: &random) else { continue }
        let place = old.way
        let outer = model.ids(place.kinds[0]).firstIndex(of: place.ids[0])
        let branch = outer.map { model[place.kinds[0]][$0] }
        let inner = branch?.ids(place.kinds[1]).firstIndex(of: place.ids[1])
        old.store.dispatch(Hit.hit)
        // A stack has given the new one the same number, but it is another screen.
        if let inner, let leaf = branch?[place.kinds[1]][inner],
          place.kinds[1] != 4 || leaf.name == old.name
        {
          hits[leaf.name, default: 0] += 1
        }
      case 9:
        await clock.advance(by: .seconds(1))
        questions = []
      case 10:
        // A branch or a leaf goes, others move.
        let kind = way.kinds[0]
        let isBranch = Bool.random(using: &random)
        store.dispatch(
          Edit<Tree> { tree in
            if isBranch {
              if kind == 4 {
                tree.stack.pop()
              } else {
                tree[kind] = tree[kind].dropLast().reversed()
              }
            } else if kind < 2, !tree[kind].isEmpty {
              tree[kind][0].array = tree[kind][0].array.dropFirst().reversed()
              tree[kind][0].entities = Entities(tree[kind][0].entities.reversed())
            }
          })
      default:
        // New ones come, with the IDs of old ones.
        let kind = way.kinds[0]
        guard kind < 4, model[kind].count < 4 else { continue }
        let new = branch(1 + (model.ids(kind).max() ?? 0) % 5)
        guard !model.ids(kind).contains(new.id) else { continue }
        store.dispatch(Edit<Tree> { $0[kind] = [new] + $0[kind] })
      }
    }
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)

    for outer in 0..<5 {
      for branch in store.state[outer] {
        for kind in 0..<5 {
          for leaf in branch[kind] {
            if leaf.hits != hits[leaf.name, default: 0] {
              failures.append(
                "\(leaf.name) has \(leaf.hits) hits, not \(hits[leaf.name, default: 0])")
            }
            if leaf.replies.contains(where: { $0 != leaf.name }) {
              failures.append("\(leaf.name) got replies of others: \(leaf.replies)")
            }
            if leaf.replies.isEmpty, asked.contains(leaf.name) {
              failures.append("\(leaf.name) got no reply")
            }
          }
        }
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
