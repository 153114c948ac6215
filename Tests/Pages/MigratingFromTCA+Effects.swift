// SPDX-License-Identifier: MIT

/// The examples of effects and tests for users of the Composable Architecture.
@Suite struct MigratingFromTCAEffectsTests {
  #snippet("Equivalents", 15)

  struct FinderClient: Sendable { let find: @Sendable (String) async throws -> [String] }
  private let client = FinderClient { ["\($0) 1", "\($0) 2"] }

  #snippet("Equivalents", 17)

  #snippet("Equivalents", 18)

  @Test func `Settling includes the effects of an action`() async {
    let client = client
    #snippet("Equivalents", 16)
    #expect(store.state.hits == ["ot 1", "ot 2"])
  }
}
