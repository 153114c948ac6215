// SPDX-License-Identifier: MIT

import RunnelTesting
import Testing

/// Each planted fault is found and shortened to the shortest sequence known.
@Suite(.serialized) struct ModelShopTests {
  /// Without optimization, a seed costs ten times as much, and other tests need the threads.
  static var seeds: [UInt64] {
    #if DEBUG
      [0]
    #else
      [0, 1_000_000, 2_000_000]
    #endif
  }

  @Test(arguments: ModelShop.Fault.allCases, seeds)
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

  @Test(arguments: seeds)
  func `the shop without a fault passes`(seed: UInt64) async {
    await explore(
      state: ModelShop.State(), reducer: ModelShop.reducer(nil), seed: seed,
      actions: ModelShop.action, performing: ModelShop.perform, holds: ModelShop.holds)
  }
}
