// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct DotsTests {
  @Test func eachChangeIsAStep() async {
    let store = TestStore(state: Dots.State(), reducer: Dots.reducer).accepting(Dots.Action.self)
    await store.send(.added("🔵")) {
      $0.history.record($0.dots)
      $0.dots = ["🔵"]
    }
    await store.send(.cleared) {
      $0.history.record($0.dots)
      $0.dots = []
    }
    await store.send(.undone) { $0.history.undo(&$0.dots) }
    #expect(store.state.dots == ["🔵"])
    #expect(store.state.history.canRedo)
    await store.send(.redone) { $0.history.redo(&$0.dots) }
    #expect(store.state.dots.isEmpty)
    await store.finish()
  }

  @Test func aNewChangeRemovesTheUndoneSteps() {
    var state = Dots.State()
    for action: Dots.Action in [.added("🔵"), .undone, .added("🟢")] {
      Dots.reducer.reduce(&state, action)
    }
    #expect(state.dots == ["🟢"] && !state.history.canRedo)
  }
}
