// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct TestStoreCommandTests {
  private enum Copy: Command { case all }

  @Test(arguments: [true, false])
  func `a spy records commands and replies`(isHandlerOfInitializer: Bool) async {
    let spy = CommandSpy(Print.self) { command in
      guard case .page(let number) = command else { return .none }
      return .once { Word("page \(number)") }
    }
    let handlers = isHandlerOfInitializer ? CommandHandlers { spy } : CommandHandlers {}
    let store = TestStore(state: Diary(), reducer: diaryReducer, handlers: handlers)
    if !isHandlerOfInitializer { store.handle(with: spy) }
    await store.send(Do(.perform(Print.page(7))))
    await store.receive(Word("page 7")) { $0.words = ["page 7"] }
    await store.finish()
    #expect(spy.commands == [.page(7)])
  }

  @Test func `a later handler replaces an earlier one of the same type`() async {
    let store = makeDiary()
    store.handle(with: CommandHandlers(for: Copy.self) { _ in .once { Word("copied") } })
    store.handle(Print.self) { _ in .once { Word("first") } }
    store.handle(Print.self) { _ in .once { Word("second") } }
    await store.send(Do(.perform(Print.page(1))))
    await store.receive(Word("second")) { $0.words = ["second"] }
    await store.send(Do(.perform(Copy.all)))
    await store.receive(Word("copied")) { $0.words.append("copied") }
    await store.finish()
  }

  @Test func `Contract 36: a handler beside one of the store is reported with its line`() async {
    let line = #line
    let failures = await failures {
      let handlers = CommandHandlers(for: Print.self) { _ in .none }
      let store = TestStore(state: Diary(), reducer: diaryReducer)
      let token = store.store.handle(with: handlers)
      store.handle(with: handlers)
      store.handle(Print.self) { _ in .none }
      await store.finish()
      token.dispose()
    }
    let sites = failures.map { $0.text.prefix { $0 != " " } }
    #expect(sites == [5, 6].map { "RunnelTestingTests/TestStoreCommandTests.swift:\(line + $0):" })
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `a command without a handler fails the step in every mode`(exhaustivity: Exhaustivity) async
  {
    let store = makeDiary(exhaustivity)
    let effectLine = #line + 1
    let effect = Effect.perform(Print.page(3))
    let failures = await failures {
      await store.send(Do(effect))
      await store.finish()
    }
    let text = """
      Unhandled command: Print.page(3). The test store has no handler for Print, and the effect \
      created at RunnelTestingTests/TestStoreCommandTests.swift:\(effectLine) ended without an \
      action. Add a handler with `handle(with:)`.
      """
    #expect(failures == [TestFailure(at: 1, text)])
  }

  @Test func `handlers are released with the test store`() async {
    let lifetimes = LifetimeTracker()
    do {
      let store = makeDiary()
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
