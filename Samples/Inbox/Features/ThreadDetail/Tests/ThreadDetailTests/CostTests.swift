// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadDetail

@Suite struct CostTests {
  private static func large() -> State {
    var state = State.shown()
    state.reduce(
      .loaded(
        subject: "Otters", (0..<5_000).map { message("\($0)", at: Int64($0)) }, isStale: false))
    return state
  }

  @Test func `Received messages and confirmed replies copy no list`() {
    var state = Self.large()
    var copies = 0
    for number in 5_000..<5_500 {
      let id = "\(number)"
      let before = state.messages.ids.withUnsafeBufferPointer { $0.baseAddress }
      if number.isMultiple(of: 2) { state.reduce(.outgoing(reply("reply \(id)"))) }
      let new = reply("reply \(id)").stored(as: id, at: Int64(number))
      state.reduce(.received(new))
      let after = state.messages.ids.withUnsafeBufferPointer { $0.baseAddress }
      if before != after { copies += 1 }
    }
    #expect(state.messages.count == 5_500)
    // The list grows at most once.
    #expect(copies <= 1)
  }
}

@Suite struct DateTests {
  @Test(
    arguments: [
      (0, "just now"), (59_999, "just now"), (60_000, "1 min ago"), (3_599_999, "59 min ago"),
      (3_600_000, "1 h ago"), (86_399_999, "23 h ago"), (86_400_000, "1 day ago"),
      (172_800_000, "2 days ago"), (604_799_999, "6 days ago"), (604_800_000, "2024-02-29"),
      (-5_000, "just now"),
    ] as [(Int64, String)])
  func `A date is relative for a week`(age: Int64, text: String) {
    let date: Int64 = 1_709_164_800_000
    #expect(Feature.dateText(date, now: date + age) == text)
  }

  @Test func `Extreme dates have a text`() {
    #expect(Feature.dateText(.max, now: .min) == "just now")
    #expect(Feature.dateText(-1, now: 9_000_000_000_000) == "1969-12-31")
    #expect(!Feature.dateText(.min, now: .max).isEmpty)
  }
}
