// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@Suite struct CasePathTests {
  private enum Screen: Equatable, Sendable {
    case home
    case first(Int)
    case second(Int)
    case labeled(id: Int)
    case pair(Int, String)
    case optional(Int?)
    case nested(Inner)
  }

  private enum Inner: Equatable, Sendable {
    case number(Int)
  }

  @Test func `A case path by reflection finds the payload of its case only`() {
    let first = CasePath(Screen.first)
    #expect(first.extract(.first(1)) == 1)
    #expect(first.extract(.second(1)) == nil)
    #expect(first.extract(.home) == nil)
    #expect(first.extract(.nested(.number(1))) == nil)
    #expect(first.embed(2) == .first(2))
  }

  @Test func `A case path by reflection finds labeled, optional and several payloads`() {
    #expect(CasePath { Screen.labeled(id: $0) }.extract(.labeled(id: 3)) == 3)
    #expect(CasePath { Screen.optional($0) }.extract(.optional(nil)) == .some(nil))
    #expect(CasePath { Screen.optional($0) }.extract(.optional(4)) == 4)
    let pair = CasePath<Screen, (Int, String)> { Screen.pair($0.0, $0.1) }
    #expect(pair.extract(.pair(1, "a")).map { "\($0)" } == #"(1, "a")"#)
    #expect(CasePath(Screen.nested).extract(.nested(.number(5))) == .number(5))
  }
}
