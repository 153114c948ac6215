// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// A failure message swapped the expected and the actual value.
@Suite struct Pitfall36MessagesSwapRoles {
  @Test func `Pitfall 36: a message names each part by its role`() {
    let site = CallSite(file: "App/Screen.swift", line: 12)
    let keeping = Misuse.connectorRetainsComponent(
      Int.self, label: "screen", component: String.self, at: site)
    #expect(
      keeping.description.hasPrefix(
        "App/Screen.swift:12: Runnel: Retain cycle: connector Int retains its component String in "
          + "`screen`."))
    let loop = Misuse.endlessLoop(AppAction.set(3), length: 7, at: site)
    #expect(loop.message.hasPrefix("Possible infinite loop: 7 actions"))
    #expect(loop.message.contains("AppAction.set(3)"))
  }
}
