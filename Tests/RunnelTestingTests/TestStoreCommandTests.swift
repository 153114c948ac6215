// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct TestStoreCommandTests {
  private enum Copy: Command { case all }

  private let clock = ManualClock()

  private func makeStore(_ exhaustivity: Exhaustivity = .on) -> TestStore<Diary> {
    TestStore(state: Diary(), reducer: diaryReducer, clock: clock, exhaustivity: exhaustivity)
  }

  @Test("A spy collects commands and answers", arguments: [1, 2])
  func spy(page: Int) async {
    let store = makeStore()
    let spy = CommandSpy(Print.self) { command in
      guard case .page(let number) = command else { return .none }
      return .once { Said("page \(number)") }
    }
    store.handle(with: spy)
    let failures = await failures {
      await store.send(Do(.perform(Print.page(page))))
      await store.receive(Said("page \(page)")) { $0.words = ["page \(page)"] }
      await store.finish()
    }
    #expect(failures == [])
    #expect(spy.commands == [.page(page)])
    #expect(await spy.commands(count: 1) == [.page(page)])
  }

  @Test("A spy without words answers nothing")
  func silentSpy() async {
    let store = makeStore()
    let spy = CommandSpy<Print>()
    store.handle(with: spy)
    let failures = await failures {
      await store.send(Do(.concat(.perform(Print.page(1)), .perform(Print.page(2)))))
      await store.finish()
    }
    #expect(failures == [])
    #expect(spy.commands == [.page(1), .page(2)])
  }

  @Test("A spy whose commands do not come fails after the limit, with those that came")
  func lateSpy() async {
    let spy = CommandSpy<Print>()
    _ = spy.handle(.page(7))
    let line = #line + 2
    let failures = await failures {
      let commands = await spy.commands(count: 2, limit: .milliseconds(20))
      #expect(commands == [.page(7)])
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Expected number of commands: 2. Within 0.02 seconds came 1:
            .page: 7
          """)
      ])
  }

  @Test("A later handler of a type takes the place of the earlier one")
  func replaced() async {
    let store = makeStore()
    store.handle(with: CommandHandlers(for: Copy.self) { _ in .once { Said("copied") } })
    store.handle(Print.self) { _ in .once { Said("first") } }
    store.handle(Print.self) { _ in .once { Said("second") } }
    let failures = await failures {
      await store.send(Do(.perform(Print.page(1))))
      await store.receive(Said("second")) { $0.words = ["second"] }
      await store.send(Do(.perform(Copy.all)))
      await store.receive(Said("copied")) { $0.words.append("copied") }
      await store.finish()
    }
    #expect(failures == [])
  }

  @Test("Handlers can be given where the test store is made")
  func givenAtOnce() async {
    let failures = await failures {
      let spy = CommandSpy<Print>()
      let store = TestStore(
        state: Diary(), reducer: diaryReducer, handlers: CommandHandlers(spy), clock: clock)
      await store.send(Do(.perform(Print.page(1))))
      await store.finish()
      let other = TestStore(
        state: 0,
        reducer: { state, _ in
          state += 1
          return state == 1 ? .perform(Print.page(2)) : .none
        },
        handlers: CommandHandlers(spy))
      await other.send(Cheered()) { $0 = 1 }
      await other.finish()
      #expect(spy.commands == [.page(1), .page(2)])
    }
    #expect(failures == [])
  }

  @Test(
    "A command without a handler fails the step, in every mode", arguments: [Exhaustivity.on, .off])
  func unhandled(exhaustivity: Exhaustivity) async {
    let store = makeStore(exhaustivity)
    let effectLine = #line + 1
    let effect = Effect.perform(Print.page(3))
    let line = #line + 2
    let failures = await failures {
      await store.send(Do(effect))
      await store.finish()
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Print.page(3) was not performed: the test store has no handler of Print. The effect made at \
          RunnelTestingTests/TestStoreCommandTests.swift:\(effectLine) has ended without an action. Give the test \
          store a handler by `handle(with:)`.
          """)
      ])
  }

  @Test("Handlers go away with the test store")
  func released() async {
    let lifetimes = LifetimeTracker()
    do {
      let store = makeStore()
      let token = lifetimes.token()
      store.handle(Print.self) { _ in
        token.touch()
        return .none
      }
      await store.send(Do(.perform(Print.page(1))))
      await store.finish()
    }
    await lifetimes.allReleased()
  }
}
