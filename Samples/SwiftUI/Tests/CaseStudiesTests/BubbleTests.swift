// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct BubbleTests {
  private let clock = ManualClock()

  @Test func theSizeAndThePosition() async {
    let store = TestStore(state: Bubble.State(), reducer: Bubble.reducer)
      .accepting(Bubble.Action.self)
    await store.send(.largeChanged(true)) { $0.isLarge = true }
    await store.send(.raiseTapped) { $0.isRaised = true }
    await store.send(.raiseTapped) { $0.isRaised = false }
    await store.finish()
  }

  @Test func aRainbowHasFourColors() async {
    let store = TestStore(state: Bubble.State(), reducer: Bubble.reducer, clock: clock)
      .accepting(Bubble.Action.self)
    await store.send(.rainbowTapped)
    for tint in [Bubble.Tint.green, .orange, .red, .blue] {
      await store.receive(.tinted(tint)) { $0.tint = tint }
      await clock.advance(by: .seconds(1))
    }
    await store.finish()
  }

  @Test func aSecondRainbowReplacesTheFirst() async {
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
