// SPDX-License-Identifier: MIT

import Runnel
import Testing

@testable import counter

@Suite struct CounterStateTests {
  @Test(
    arguments: [
      ("+", .added(1)), ("-", .added(-1)), ("+5", .added(5)), ("-3", .added(-3)), ("+0", .added(0)),
      ("+9223372036854775807", .added(.max)), ("-9223372036854775808", .added(.min)),
      ("reset", .reset),
    ] as [(String, CounterAction)])
  func `A word of input becomes an action`(of word: String, is action: CounterAction) {
    #expect(CounterAction(word) == action)
  }

  @Test(
    arguments: [
      "", " ", "5", "++", "+-5", "--5", "+ 5", "+5.0", "+1e3", "+0x10", "+٣", "RESET", "nonsense",
      "+99999999999999999999", "+9223372036854775808", "-9223372036854775809", "+\0",
    ])
  func `Other words become no action`(_ word: String) {
    #expect(CounterAction(word) == nil)
  }

  @Test func `Actions add to the counter or reset it`() {
    #expect(reduce(.added(2), .added(-5)).counter == -3)
    #expect(reduce(.added(2), .reset).counter == 0)
  }

  @Test(arguments: [1, -1])
  func `An overflow leaves the counter unchanged and is counted`(sign: Int) {
    let state = reduce(.added(sign * .max), .added(sign * 2), .added(sign * 2))
    #expect(state == CounterState(counter: sign * .max, overflows: 2))
  }

  @Test func `The reducer ignores actions of other features`() {
    struct Foreign: Action {}
    var state = CounterState(counter: 3)
    counterReducer.reduce(&state, Foreign())
    #expect(state == CounterState(counter: 3))
  }

  private func reduce(_ actions: CounterAction...) -> CounterState {
    actions.reduce(into: CounterState()) { _ = counterReducer.reduce(&$0, $1) }
  }
}
