// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of DebounceAndThrottle.md.
@Suite struct DebounceAndThrottleTests {
  enum Editor {
    struct State: Equatable, Sendable {
      var text = ""
      var line = 0
    }

    enum Action: Runnel.Action, Equatable {
      case typed(String)
      case scrolled(Int)
    }

    enum Command: Runnel.Command, Equatable {
      case save(String)
      case report(line: Int)
    }

    enum ID { case saving, reporting }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        return .perform(Command.save(text))
          .debounce(id: ID.saving, for: .seconds(1))
      case .scrolled(let line):
        state.line = line
        return .perform(Command.report(line: line))
          .throttle(id: ID.reporting, for: .seconds(1), latest: true)
      }
    }
  }

  @Test func `Saving waits for a pause, and reporting has an interval`() async {
    let clock = ManualClock()
    let store = TestStore(state: Editor.State(), reducer: Editor.reducer, clock: clock)
      .accepting(Editor.Action.self)
    let spy = CommandSpy(Editor.Command.self)
    store.handle(with: spy)

    await store.send(.typed("o")) { $0.text = "o" }
    await clock.advance(by: .milliseconds(999))
    await store.send(.typed("ot")) { $0.text = "ot" }
    await clock.advance(by: .seconds(1))
    #expect(spy.commands == [.save("ot")])

    for line in 1...3 { await store.send(.scrolled(line)) { $0.line = line } }
    #expect(spy.commands == [.save("ot"), .report(line: 1)])
    await clock.advance(by: .seconds(1))
    #expect(spy.commands == [.save("ot"), .report(line: 1), .report(line: 3)])
    await store.finish()
  }

  @Test func `The state has the newest value at once`() async {
    let clock = ManualClock()
    let store = Store(state: Editor.State(), reducer: Editor.reducer, clock: clock)
      .accepting(Editor.Action.self)

    store.dispatch(.typed("o"))
    store.dispatch(.typed("ot"))

    await store.settled()
    #expect(store.state.text == "ot")
  }
}
