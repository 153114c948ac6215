// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ExploreTests {
  struct Cart: Equatable, Sendable {
    var total = 0
    var items: [Int] = []
  }

  enum CartAction: Action, Equatable {
    case add(Int)
    case remove(Int)
    case refund(amount: Int)
    case checkout
  }

  private let reducer = Reducer<Cart>.updating(CartAction.self) { state, action in
    switch action {
    case .add(let price):
      state.items.append(price)
      state.total += price
    case .remove(let price):
      guard let index = state.items.firstIndex(of: price) else { return }
      state.items.remove(at: index)
      state.total -= price
    case .refund(let amount): state.total -= amount
    case .checkout: state = Cart()
    }
  }

  /// Expects one failure with these steps.
  private func expectSteps(
    _ steps: CartAction..., in failures: [TestFailure],
    location: SourceLocation = #_sourceLocation
  ) {
    let lines = steps.map { "  ExploreTests.CartAction.\($0)\n" }.joined()
    let text = failures.first?.text ?? "no failure"
    #expect(
      text.contains("of \(steps.count) steps:\n\(lines)"), "\(text)", sourceLocation: location)
  }

  @Test func `a failure shows the shortest sequence, the change, the seed and a test`() async {
    let failures = await failures {
      await explore(state: Cart(), reducer: reducer, seed: 40) { random in
        random.oneOf(
          CartAction.add(random.int(in: 1...99)), .remove(random.int(in: 1...99)),
          .refund(amount: random.int(in: 1...9)), .checkout)
      } holds: { state in
        state.total >= -12
      }
    }
    let message = """
      Exploration failed: `holds` returned false.
      Shortest sequence found, of 2 steps:
        ExploreTests.CartAction.refund(amount: 4)
        ExploreTests.CartAction.refund(amount: 9)
      The last step changed the state (- before, + after):
        - total: -4
        + total: -13
      Run 2 of 1000 failed after 17 steps. Repeat it with `seed: 41, runs: 1`, or paste this test:
        @Test func `found by exploration`() {
          var state = ExploreTests.Cart(total: 0, items: [])
          reducer.reduce(&state, ExploreTests.CartAction.refund(amount: 4))
          reducer.reduce(&state, ExploreTests.CartAction.refund(amount: 9))
          #expect(holds(state))
        }
      """
    #expect(failures == [TestFailure(at: 1, message)])
  }

  @Test func `a property that doesn't hold in the initial state fails`() async {
    struct NotFull: Error {}
    let failures = await failures {
      await explore(state: Cart(), reducer: reducer) { _ in
        CartAction.add(1)
      } holds: { state in
        !state.items.isEmpty
      }
      await explore(state: Cart(), reducer: reducer) { _ in
        CartAction.add(1)
      } holds: { state in
        if state.items.isEmpty { throw NotFull() } else { true }
      }
    }
    let end = "in the initial state, before any action."
    #expect(
      failures == [
        TestFailure(at: 1, "Exploration failed: `holds` returned false \(end)"),
        TestFailure(at: 6, "Exploration failed: `holds` threw NotFull() \(end)"),
      ])
    // A property of two states is one of an action.
    await explore(state: Cart(), reducer: reducer) { _ in
      CartAction.add(1)
    } holds: { _, _, after in
      !after.items.isEmpty
    }
  }

  @Test func `the seed of a failing run repeats it`() async throws {
    func find(seed: UInt64) async -> (text: String, run: Int)? {
      for runs in 1...100 {
        let failures = await failures {
          // A failure that a few runs find.
          await explore(
            state: Cart(), reducer: reducer, runs: runs, length: 10, seed: seed
          ) { random in
            random.oneOf(CartAction.add(random.int(in: 1...50)), .checkout)
          } holds: { state in
            state.items.last != 7
          }
        }
        if let failure = failures.first { return (failure.text, runs) }
      }
      return nil
    }
    let first = try #require(await find(seed: 5))
    let again = try #require(await find(seed: 5 + UInt64(first.run) - 1))
    #expect(first.run > 1)
    #expect(again.run == 1)
    #expect(
      again.text == first.text.replacing("Run \(first.run) of \(first.run)", with: "Run 1 of 1"))
  }

  @Test func `actions can depend on the state`() async {
    let failures = await failures {
      await explore(state: Cart(), reducer: reducer, runs: 50) { random, state in
        guard let price = state.items.randomElement(using: &random) else {
          return CartAction.add(random.int(in: 1...1_000_000))
        }
        return random.oneOf(.add(random.int(in: 1...1_000_000)), .remove(price))
      } holds: { before, action, after in
        if case CartAction.remove = action { before.items.count < 2 } else { true }
      }
    }
    expectSteps(.add(1), .add(1), .remove(1), in: failures)
  }

  @Test(arguments: 0..<4 as Range<UInt64>, [true, false])
  func `a shared payload is lowered among equal choices, or at different positions of them`(
    seed: UInt64, isEqual: Bool
  ) async {
    let failures = await failures {
      await explore(state: Cart(), reducer: reducer, seed: seed) { random in
        if isEqual {
          let price = random.int(in: 0...2)
          // `remove` is the choice 2 of 0...2 as well.
          return random.oneOf(CartAction.add(price), .checkout, .remove(price))
        }
        if random.bool() { return .remove(random.int(in: 0...20)) }
        // Makes the price another choice of the action than in `remove`.
        _ = random.bool()
        return .add(random.int(in: 0...20))
      } holds: { before, action, after in
        if case CartAction.remove = action { before == after } else { true }
      }
    }
    expectSteps(.add(0), .remove(0), in: failures)
  }

  @Test func `two steps that cancel each other out are removed together`() async {
    let reducer = Reducer<Cart>.updating(CartAction.self) { state, action in
      switch action {
      case .add(let item): state.items.append(item)
      case .remove: state.total = 1 - state.total
      default: break
      }
    }
    let failures = await failures {
      // Random runs add the item only between two removals.
      await explore(state: Cart(), reducer: reducer) { _, state in
        switch (state.items.isEmpty, state.total) {
        case (true, 1): CartAction.add(7)
        case (false, 0): CartAction.checkout
        default: CartAction.remove(0)
        }
      } holds: { before, action, _ in
        action as? CartAction != .checkout || before.items.isEmpty || before.total == 1
      }
    }
    expectSteps(.add(7), .checkout, in: failures)
  }

  @Test func `an error of the property fails with its text`() async {
    struct Broken: Error, CustomStringConvertible { let description = "the cart is broken" }
    let failures = await failures {
      await explore(state: Cart(), reducer: reducer) { _ in
        CartAction.add(3)
      } holds: { state in
        if state.total > 5 { throw Broken() }
        return true
      }
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.text.hasPrefix(
        """
        Exploration failed: `holds` threw the cart is broken.
        Shortest sequence found, of 2 steps:

        """) == true)
  }

  @Test func `a shorter sequence of other actions is found`() async {
    // Six times `add` fails, too, and removing one of them leads to no failure.
    let failures = await failures {
      await explore(state: Cart(), reducer: reducer, length: 20, seed: 3) { random in
        random.weighted(
          (8, CartAction.add(1)), (1, .refund(amount: random.int(in: 8...9))), (1, .remove(1)))
      } holds: { before, action, after in
        if case CartAction.remove = action { before.total != -9 } else { after.items.count < 6 }
      }
    }
    expectSteps(.refund(amount: 9), .remove(1), in: failures)
  }

  @Test func `actions of several types, and of a type without an expression`() async {
    struct Touched: Action { let object: any AnyObject & Sendable }
    let failures = await failures {
      let reducer = Reducer<Cart>.updating { state, action in
        if action is Touched { state.total = 1 }
      }
      await explore(state: Cart(), reducer: reducer) { random -> any Action in
        random.oneOf(CartAction.checkout as any Action, Touched(object: Gate()))
      } holds: { state in
        state.total == 0
      }
    }
    let text = failures.first?.text ?? ""
    #expect(text.contains("of 1 step:\n  ExploreTests.Touched("), "\(text)")
    #expect(text.contains("  reducer.reduce(&state, /* ExploreTests.Touched("), "\(text)")
  }
}

@Suite struct EmptyExplorationTests {
  private let reducer = Reducer<Int>.updating(Word.self) { count, _ in count += 1 }

  @Test(arguments: [(0, 50), (-1, 50), (10, 0), (10, -1)])
  func `Contract 43: an exploration without runs or steps fails`(runs: Int, length: Int) async {
    let failures = await failures {
      await explore(state: 0, reducer: reducer, runs: runs, length: length) { _ in
        Word("a")
      } holds: { _ in
        false
      }
    }
    let text =
      "Nothing was explored with `runs: \(runs), length: \(length)`. Both must be 1 or more."
    #expect(failures == [TestFailure(at: 1, text)])
  }

  @Test func `Contract 43: an exploration whose actions no reducer handles fails`() async {
    let failures = await failures {
      await explore(state: 0, reducer: reducer, runs: 2) { _ in
        Cheered()
      } holds: { _ in
        true
      }
    }
    let text = """
      Nothing was explored: no reducer handled any of the actions, so the state was the initial \
      one throughout. Check the type of the actions.
      """
    #expect(failures == [TestFailure(at: 1, text)])
  }
}
