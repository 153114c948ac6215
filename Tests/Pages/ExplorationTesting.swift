// SPDX-License-Identifier: MIT

@Suite struct ExplorationTestingTests {
  #snippet("Write an exploration")

  enum Prices: Command { case load(String) }

  private static let pricing = Reducer<Cart.State> {
    Cart.reducer
    Reducer.on(Cart.Action.self) { _, action in
      if case .add(let item) = action { .perform(Prices.load(item)) } else { .none }
    }
  }

  @Test func `The page shows the failure that is reported`() async throws {
    let shown = await failure {
      #snippet("Write an exploration", 2)
    }.replacing("ExplorationTestingTests.", with: "")
    let page = try Repository.text(
      of: "Sources/RunnelTesting/RunnelTesting.docc/ExplorationTesting.md")
    #expect(page.contains("```text\n\(shown)\n```"), "\(shown)")
  }

  @Test func `The examples of properties hold`() async {
    await explore(state: Cart.State(), reducer: Self.pricing, runs: 10) { random in
      #snippet("Generate actions")
      let item = chance < 0.5 ? "tea" : "milk"
      return #snippet("Generate actions", 2)
    } holds: { state in
      state.selection == nil
    }
    let reducer = Self.pricing
    #snippet("Compare the states before and after an action")
    #snippet("Deliver results of effects in any order")
    do {
      // Commands without results would wait until the end of each run.
      let reducer = Cart.reducer
      #snippet("Generate actions", 3)
      #snippet("Repeat a failure")
    }
  }

  @Test func `The example of explore passes`() async {
    enum Cart {
      struct State { var total = 0 }
      enum Action: Runnel.Action { case add(Int), remove, checkout }
      static let reducer = Reducer<State>.updating(Action.self) { state, action in
        if case .add(let price) = action { state.total += price }
      }
    }

    #snippet("Explore.swift")
  }

  private enum Choice { case add(String), remove(Int), checkout }

  private func choose(_ items: [String], _ random: inout ExplorationRandom) -> Choice {
    #snippet("ExplorationRandom.swift")
  }
}

extension ExplorationTestingTests.Cart {
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
