// SPDX-License-Identifier: MIT

/// The counter that the pages about other libraries compare, with an effect.
@Suite struct MigratingCounterTests {
  #snippet("MigratingFromOneWay.md", "One feature side by side")

  @Sendable private func loadCount() async throws -> Int { 5 }

  @Test func `The effect of a counter is part of its reducer`() async {
    #snippet("MigratingFromOneWay.md", "One feature side by side", 2)
    await store.settled(includingEffects: true)
    #expect(store.state.count == 5)
  }

  @Test func `A test asserts the action of an effect`() async {
    #snippet("MigratingFromTCA.md", "One feature side by side", 3)
  }
}

/// The same counter, whose effect is data.
@Suite struct MigratingCounterCommandTests {
  #snippet("MigratingFromMobius.md", "One feature side by side")

  @Sendable private func loadCount() async throws -> Int { 5 }

  @Test func `The effect of a counter is data that a handler performs`() async {
    let disposer = Disposer()
    #snippet("MigratingFromMobius.md", "One feature side by side", 2)
    await store.settled(includingEffects: true)
    #expect(store.state.count == 5)
  }
}
