// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The feature that the examples of the article on exploration test.
enum ExplorationExamples {
  enum Cart {
    struct State: Equatable, Sendable {
      var items: [String] = []
      var selection: String?
      var prices: [String: Int] = [:]
    }

    enum Action: Runnel.Action, Equatable {
      case add(String)
      case remove(String)
      case select(String)
      case priced(String, Int)
    }
  }

  enum Prices: Command { case load(String) }
}

extension ExplorationExamples.Cart {
  /// Forgets to clear the selection.
  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .add(let item): state.items.append(item)
    case .remove(let item): state.items.removeAll { $0 == item }
    case .select(let item): if state.items.contains(item) { state.selection = item }
    case .priced(let item, let price): state.prices[item] = price
    }
  }
}

/// The examples of the article on exploration testing.
@Suite struct ExplorationTestingTests {
  typealias Cart = ExplorationExamples.Cart
  typealias Prices = ExplorationExamples.Prices

  private let reducer = Reducer<Cart.State> {
    Cart.reducer
    Reducer.on(Cart.Action.self) { _, action in
      if case .add(let item) = action { .perform(Prices.load(item)) } else { .none }
    }
  }

  @Test func `The page shows the failure that is reported`() async throws {
    let text = Locked("")
    await withKnownIssue {
      await explore(state: Cart.State(), reducer: Cart.reducer) { random in
        let item = random.element(of: ["tea", "milk", "rice"])
        return random.oneOf(Cart.Action.add(item), .select(item), .remove(item))
      } holds: { state in
        state.selection.map(state.items.contains) ?? true
      }
    } matching: { issue in
      text.withLock { $0 = issue.comments.map(\.rawValue).joined() }
      return true
    }
    let page = try Repository.text(
      of: "Sources/RunnelTesting/RunnelTesting.docc/ExplorationTesting.md")
    let shown = text.withLock { $0.replacing("ExplorationExamples.", with: "") }
    #expect(page.contains("```text\n\(shown)\n```"), "\(shown)")
  }

  @Test func `Random values`() async {
    await explore(state: Cart.State(), reducer: reducer, runs: 10) { random in
      let chance = Double.random(in: 0..<1, using: &random)
      let item = chance < 0.5 ? "tea" : "milk"
      return
        random.weighted((5, Cart.Action.add(item)), (1, .remove(item)))
    } holds: { state in
      state.selection == nil
    }
  }

  @Test func `Actions that depend on the state`() async {
    // Commands without results would wait until the end of each run.
    let reducer = Cart.reducer
    await explore(state: Cart.State(), reducer: reducer) { random, state in
      guard let item = state.items.randomElement(using: &random) else {
        return Cart.Action.add("tea")
      }
      return random.oneOf(.add("milk"), .remove(item), .select(item))
    } holds: { state in
      state.items.count < 60
    }
  }

  @Test func `A property of a change`() async {
    await explore(
      state: Cart.State(), reducer: reducer, runs: 50,
      actions: { random in random.oneOf(Cart.Action.add("tea"), .remove("tea")) },
      holds: { before, action, after in
        guard case Cart.Action.remove(let item) = action else { return true }
        return !after.items.contains(item) && after.items.count <= before.items.count
      }
    )
  }

  @Test func `Results of effects in any order`() async {
    await explore(state: Cart.State(), reducer: reducer) { random in
      Cart.Action.add(random.element(of: ["tea", "milk"]))
    } performing: { command, random in
      switch command {
      case Prices.load(let item): [Cart.Action.priced(item, random.int(in: 1...9))]
      default: []
      }
    } holds: { state in
      state.prices.values.allSatisfy { $0 > 0 }
    }
  }

  @Test func `A whole store`() async {
    let handlers = CommandHandlers(for: Prices.self) { command in
      guard case .load(let item) = command else { return .none }
      return .once { Cart.Action.priced(item, 3) }
    }
    await exploreStore(state: Cart.State(), reducer: reducer, handlers: handlers) { random in
      Cart.Action.add(random.element(of: ["tea", "milk"]))
    } holds: { state in
      state.prices.values.allSatisfy { $0 > 0 }
    }
  }

  @Test func `Another seed for each run of the tests`() async {
    // Commands without results would wait until the end of each run.
    let reducer = Cart.reducer
    await explore(
      state: Cart.State(), reducer: reducer, seed: .random(in: 0 ... .max)
    ) { random in
      Cart.Action.add(random.string())
    } holds: { state in
      state.selection == nil
    }
  }

  // MARK: Documentation comments

  @Test func `The example of explore passes`() async {
    enum Cart {
      struct State { var total = 0 }
      enum Action: Runnel.Action { case add(Int), remove, checkout }
      static let reducer = Reducer<State>.updating(Action.self) { state, action in
        switch action {
        case .add(let price): state.total += price
        case .remove, .checkout: state.total = 0
        }
      }
    }

    await explore(state: Cart.State(), reducer: Cart.reducer) { random in
      random.oneOf(Cart.Action.add(random.int(in: 1...9)), .remove, .checkout)
    } holds: { state in
      state.total >= 0
    }
  }

  @Test func `The example of ExplorationRandom returns an action`() {
    enum Action { case add(String), remove(Int), checkout }
    let items = ["tea"]
    var random = ExplorationRandom(seed: 1)
    let action: Action =
      random.oneOf(.add(random.element(of: items)), .remove(random.int(in: 0...9)), .checkout)
    let chance =
      Double.random(in: 0..<1, using: &random)
    #expect((0..<1).contains(chance))
    if case .add(let item) = action { #expect(item == "tea") }
  }
}
