// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct RecorderTests {
  private let store = makeDiary()

  @Test func `a recorder of a store records the current value and each later one`() async {
    let counts = ValueRecorder(store.store.scope(\.words.count))
    await store.send(Word("a")) { $0.words = ["a"] }
    await store.send(Word("b")) { $0.words = ["a", "b"] }
    #expect(counts.values == [0, 1, 2])
    #expect(await counts.values(count: 2) == [0, 1])
    await store.finish()
  }

  @Test func `a recorder retains its store until it is released`() async {
    await expectReleased(after: store.store) {
      let recorder = ValueRecorder(store.store)
      #expect(store.store.connections.count == 1)
      return recorder
    }
    #expect(store.store.connections.isEmpty)
  }

  @Test func `a caller waits for values from any thread`() async {
    let recorder = ValueRecorder<Int>()
    async let first = recorder.values(count: 1)
    async let all = recorder.values(count: 400)
    await onThreads(4) { thread in
      for number in 0..<100 { recorder.record(thread * 100 + number) }
    }
    #expect(await first.count == 1)
    #expect(await all.sorted() == Array(0..<400))
  }

  @Test func `a recorder without enough values fails after the limit`() async {
    let recorder = ValueRecorder<String>()
    let failures = await failures {
      await recorder.values(count: 2, limit: .milliseconds(20))
      recorder.record("a")
      await recorder.values(count: 2, limit: .milliseconds(20))
    }
    let text = "Expected number of values: 2. Received within 0.02 seconds: "
    #expect(
      failures == [
        TestFailure(at: 1, text + "none."), TestFailure(at: 3, text + "1:\n  \"a\""),
      ])
  }

  private struct Heading: Connector {
    func stateToProps(state: Diary, dispatcher: any ActionDispatcher) -> String {
      "\(state.words.count) words"
    }
  }

  @Test @MainActor func `a view recorder records the props of a connector`() async {
    let view = ViewRecorder("")
    view.connect(to: store.store, by: Heading())
    #expect(view.values == ["0 words"])
    await store.send(Word("a")) { $0.words = ["a"] }
    await store.send(Cheered()) { $0.mood = .merry(1) }
    await store.send(Word("b")) { $0.words = ["a", "b"] }
    #expect(view.values == ["0 words", "1 words", "2 words"])
    #expect(view.props == "2 words")
    #expect(await view.values(count: 1) == ["0 words"])
    let failures = await failures {
      await view.values(count: 4, limit: .milliseconds(20))
    }
    let text = """
      Expected number of props: 4. Received within 0.02 seconds: 3:
        "0 words"
        "1 words"
        "2 words"
      """
    #expect(failures == [TestFailure(at: 1, text)])
    await store.finish()
  }

  @Test func `a service recorder records the props of a service`() async {
    let service = ServiceRecorder(0)
    service.connect(to: store.store.scope(\.words.count))
    await store.send(Word("a")) { $0.words = ["a"] }
    #expect(service.values == [0, 1])
    #expect(await service.values(count: 2) == [0, 1])
    let failures = await failures {
      await service.values(count: 3, limit: .milliseconds(20))
    }
    #expect(failures.count == 1)
    await store.finish()
  }

  private struct Set: Action, Equatable { let number: Int }

  @Test func `a step returns after observers on other queues have dispatched because of it`() async
  {
    let store = TestStore(state: 0, reducer: .updating(Set.self) { $0 = $1.number })
    let inner = store.store
    let token = inner.observe(on: DispatchQueue(label: "countdown")) { number in
      if number > 0 { inner.dispatch(Set(number: number - 1)) }
    }
    await store.send(Set(number: 2_000)) { $0 = 2_000 }
    await store.receive(Set(number: 1_999)) { $0 = 1_999 }
    await store.skipReceivedActions()
    #expect(store.state == 0)
    await store.finish()
    token.dispose()
  }
}
