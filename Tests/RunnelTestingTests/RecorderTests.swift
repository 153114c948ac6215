// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct RecorderTests {
  private let store = TestStore(state: Diary(), reducer: diaryReducer)

  @Test("A recorder of a store is told of each value, beginning with the one that is there")
  func values() async {
    let counts = ValueRecorder(store.store.scope(\.words.count))
    await store.send(Said("a")) { $0.words = ["a"] }
    await store.send(Said("b")) { $0.words = ["a", "b"] }
    #expect(counts.values == [0, 1, 2])
    #expect(await counts.values(count: 2) == [0, 1])
    await store.finish()
  }

  @Test("A recorder of actions is told of each action")
  func actions() async {
    let actions = ValueRecorder.actions(of: store.store)
    await store.send(Do(.say("a")))
    await store.receive(Said("a")) { $0.words = ["a"] }
    #expect(actions.values.count == 2)
    #expect(actions.values.last as? Said == Said("a"))
    await store.finish()
  }

  @Test("A recorder keeps its store until it goes away, and no longer")
  func lifetime() async {
    await expectReleased(after: store.store) {
      let recorder = ValueRecorder(store.store)
      #expect(store.store.connections.count == 1)
      return recorder
    }
    #expect(store.store.connections.isEmpty)
  }

  @Test("Whoever waits for values goes on when they are there, from whichever thread they come")
  func waiting() async {
    let recorder = ValueRecorder<Int>()
    async let first = recorder.values(count: 1)
    async let all = recorder.values(count: 400)
    await onThreads(4) { thread in
      for number in 0..<100 { recorder.record(thread * 100 + number) }
    }
    #expect(await first.count == 1)
    #expect(await all.sorted() == Array(0..<400))
  }

  @Test("Values that do not come fail after the limit, at the line of the call")
  func tooFew() async {
    let recorder = ValueRecorder<String>()
    let line = #line + 2
    let failures = await failures {
      await recorder.values(count: 2, limit: .milliseconds(20))
      recorder.record("a")
      await recorder.values(count: 2, limit: .milliseconds(20))
    }
    #expect(
      failures == [
        Failed(at: line, "Expected number of values: 2. Within 0.02 seconds came none."),
        Failed(
          at: line + 2,
          """
          Expected number of values: 2. Within 0.02 seconds came 1:
            "a"
          """),
      ])
  }

  private struct Heading: Connector {
    func stateToProps(state: Diary, dispatcher: any ActionDispatcher) -> String {
      "\(state.words.count) words"
    }
  }

  @Test("A view recorder collects the props that a connector makes") @MainActor
  func view() async {
    let view = ViewRecorder("")
    view.connect(to: store.store, by: Heading())
    #expect(view.values == ["0 words"])
    await store.send(Said("a")) { $0.words = ["a"] }
    await store.send(Cheered()) { $0.mood = .merry(1) }
    await store.send(Said("b")) { $0.words = ["a", "b"] }
    #expect(view.values == ["0 words", "1 words", "2 words"])
    #expect(view.props == "2 words")
    #expect(await view.values(count: 1) == ["0 words"])
    let line = #line + 2
    let failures = await failures {
      await view.values(count: 4, limit: .milliseconds(20))
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Expected number of props: 4. Within 0.02 seconds came 3:
            "0 words"
            "1 words"
            "2 words"
          """)
      ])
    await store.finish()
  }

  @Test("A service recorder collects the props that it is given off the main thread")
  func service() async {
    let service = ServiceRecorder(0)
    service.connect(to: store.store, state: \.words.count)
    await store.send(Said("a")) { $0.words = ["a"] }
    #expect(service.values == [0, 1])
    #expect(await service.values(count: 2) == [0, 1])
    let line = #line + 2
    let failures = await failures {
      await service.values(count: 3, limit: .milliseconds(20))
    }
    #expect(failures.map(\.line) == [line])
    await store.finish()
  }

  /// Counts down what it is given, on a queue of its own.
  private final class Countdown: ServiceComponent {
    let disposer = Disposer()
    let queue = DispatchQueue(label: "countdown")
    private let store: Store<Int>
    var props = 0 {
      didSet { if props > 0 { store.dispatch(Set(props - 1)) } }
    }

    init(_ store: Store<Int>) {
      self.store = store
    }
  }

  private struct Set: Action, Equatable {
    let number: Int

    init(_ number: Int) {
      self.number = number
    }
  }

  @Test("What components dispatch because of a step has happened when the step returns")
  func component() async {
    let store = TestStore(state: 0, reducer: .on(Set.self) { $0 = $1.number })
    let countdown = Countdown(store.store)
    countdown.connect(to: store.store)
    let failures = await failures {
      await store.send(Set(2_000)) { $0 = 2_000 }
      await store.receive(Set(1_999)) { $0 = 1_999 }
      await store.skipReceivedActions()
      #expect(store.state == 0)
      await store.finish()
    }
    #expect(failures == [])
    countdown.disposer.dispose()
  }
}
