// SPDX-License-Identifier: MIT

/// The feature that the examples of the article on exploration test.
enum ExplorationExamples {
  #snippet("Write an exploration")

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
      #snippet("Write an exploration", 2)
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
      #snippet("Generate actions")
      let item = chance < 0.5 ? "tea" : "milk"
      return #snippet("Generate actions", 2)
    } holds: { state in
      state.selection == nil
    }
  }

  @Test func `Actions that depend on the state`() async {
    // Commands without results would wait until the end of each run.
    let reducer = Cart.reducer
    #snippet("Generate actions", 3)
  }

  @Test func `A property of a change`() async {
    #snippet("Compare the states before and after an action")
  }

  @Test func `Results of effects in any order`() async {
    #snippet("Deliver results of effects in any order")
  }

  @Test func `Another seed for each run of the tests`() async {
    // Commands without results would wait until the end of each run.
    let reducer = Cart.reducer
    #snippet("Repeat a failure")
  }

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

    #snippet("Explore.swift")
  }

  @Test func `The example of ExplorationRandom returns an action`() {
    enum Action { case add(String), remove(Int), checkout }
    let items = ["tea"]
    var random = ExplorationRandom(seed: 1)
    let action: Action = #snippet("ExplorationRandom.swift")
    let chance =
      Double.random(in: 0..<1, using: &random)
    #expect((0..<1).contains(chance))
    if case .add(let item) = action { #expect(item == "tea") }
  }
}
