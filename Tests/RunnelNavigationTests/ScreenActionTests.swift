// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import RunnelText
import Testing

@testable import Runnel
@testable import RunnelNavigation

@Suite struct ScreenActionTests {
  @Test func `A test sends an action to one screen`() async {
    let clock = ManualClock()
    let store = TestStore(state: Mail.State(), reducer: Mail.reducer, clock: clock)
    let thread = Mail.Thread.State(subject: "a")
    await store.send(StackAction<Mail.Screen>.replace([.thread(thread), .thread(thread)])) {
      $0.path.replace(with: [.thread(thread), .thread(thread)])
    }
    await store.send(ScreenAction(screen: ScreenID(2), action: Mail.Thread.Action.load("b"))) {
      $0.log = ["2 load(\"b\")"]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(Mail.Thread.Action.loaded("b")) {
      $0.path[1] = .thread(Mail.Thread.State(subject: "a", replies: ["b"]))
      $0.log.append("2 loaded(\"b\")")
    }
    await store.send(ScreenAction(screen: ScreenID(2), action: Mail.Thread.Action.closed)) {
      $0.path.pop()
    }
    await store.send(ScreenAction(screen: ScreenID(2), action: Mail.Thread.Action.read))
    await store.finish()
  }

  @Test func `An action for one screen also works without a store and on nested stacks`() {
    var state = Mail.State()
    state.path = [.flow(Mail.Flow.State(path: [Mail.Thread.State(), Mail.Thread.State()]))]
    let inner = ScreenAction(screen: ScreenID(2), action: Mail.Thread.Action.read)
    Mail.reducer.reduce(&state, ScreenAction(screen: ScreenID(1), action: inner))
    let expected = Mail.Flow.State(path: [Mail.Thread.State(), Mail.Thread.State(reads: 1)])
    #expect(state.path.first == .flow(expected))
    #expect(
      SwiftSource.expression(for: inner)
        == "ScreenAction(screen: ScreenID(2), action: Mail.Thread.Action.read)")
  }
}
