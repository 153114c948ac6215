// SPDX-License-Identifier: MIT

import RunnelTesting
import Testing

/// Each planted fault is found and shortened to the shortest sequence known.
@Suite struct ModelShopTests {
  @Test(arguments: ModelShop.Fault.allCases, [0, 1_000_000, 2_000_000] as [UInt64])
  func `the fault is found with the shortest sequence known`(
    fault: ModelShop.Fault, seed: UInt64
  ) async throws {
    let failures = await failures {
      await explore(
        state: ModelShop.State(), reducer: ModelShop.reducer(fault), seed: seed,
        actions: ModelShop.action, performing: ModelShop.perform, holds: ModelShop.holds)
    }
    let message = try #require(failures.first?.text)
    #expect(message.contains("found, of \(fault.shortestLength) steps:"), "\(message)")
  }

  @Test(arguments: [0, 1_000_000, 2_000_000] as [UInt64])
  func `the shop without a fault passes`(seed: UInt64) async {
    await explore(
      state: ModelShop.State(), reducer: ModelShop.reducer(nil), seed: seed,
      actions: ModelShop.action, performing: ModelShop.perform, holds: ModelShop.holds)
  }
}
