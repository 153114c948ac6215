// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct BubbleTests {
  @Test func theSizeAndThePosition() async {
    let store = TestStore(state: Bubble.State(), reducer: Bubble.reducer)
      .accepting(Bubble.Action.self)
    await store.send(.largeChanged(true)) { $0.isLarge = true }
    await store.send(.raiseTapped) { $0.isRaised = true }
    await store.send(.raiseTapped) { $0.isRaised = false }
    await store.finish()
  }

  @Test func aRainbowHasFourColors() async {
    let clock = ManualClock()
    let store = TestStore(state: Bubble.State(), reducer: Bubble.reducer, clock: clock)
      .accepting(Bubble.Action.self)
    await store.send(.rainbowTapped)
    await store.receive(.tinted(.green)) { $0.tint = .green }
    await clock.advance(by: .seconds(1))
    await store.receive(.tinted(.orange)) { $0.tint = .orange }
    await clock.advance(by: .seconds(1))
    await store.receive(.tinted(.red)) { $0.tint = .red }
    await clock.advance(by: .seconds(1))
    await store.receive(.tinted(.blue)) { $0.tint = .blue }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func aSecondRainbowReplacesTheFirst() async {
    let clock = ManualClock()
    let store = TestStore(
      state: Bubble.State(), reducer: Bubble.reducer, clock: clock, exhaustivity: .off
    ).accepting(Bubble.Action.self)
    await store.send(.rainbowTapped)
    await clock.advance(by: .milliseconds(1_500))
    await store.expect(\.tint, .orange)
    await store.send(.rainbowTapped)
    await clock.advance(by: .milliseconds(900))
    await store.expect(\.tint, .green)
    await clock.run()
    await store.expect(\.tint, .blue)
    await store.finish()
  }
}
