// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Benchmarks

@Suite struct HarnessTests {
  private func findings(limit: Double = 3) -> Findings {
    let (library, floor) = (
      Entrant.ID("Runnel", "10 observers"), Entrant.ID("floor", "10 observers")
    )
    return Findings(
      workload: Workload(
        name: "W4", title: "a slice changes",
        entrants: [
          Entrant("Runnel", "10 observers", size: 10) { Reading([:]) },
          Entrant("floor", "10 observers", size: 10) { Reading([:]) },
          Entrant("block", "10 observers", size: 10, unableBecause: "has no \"observers\""),
        ],
        budgets: [
          Budget(library, against: floor, atMost: limit),
          Budget(library, .deliveries, atMost: 300),
        ]),
      readings: [
        library: [
          Reading([.time: 1_000, .deliveries: 7]), Reading([.time: 3_000, .deliveries: 9]),
        ],
        floor: [Reading([.time: 500]), Reading([.time: 1_000])],
      ],
      absences: [.init("block", "10 observers"): "has no \"observers\""])
  }

  @Test func `A budget holds if the median of the ratios is within the limit`() {
    #expect(findings(limit: 2.5).verdicts.map(\.holds) == [true, true])
    #expect(findings(limit: 2.4).verdicts.map(\.holds) == [false, true])
  }

  @Test func `The table has a row for each comparison, and a line for each excluded entrant`() {
    #expect(
      findings().table == [
        "",
        "W4  a slice changes; per action",
        "  setting       contender  median      quartiles              ratio    quartiles"
          + "  against  budget",
        "  10 observers  Runnel      2,000  1,500 – 2,500  ns           2.50  2.25 – 2.75"
          + "  floor       ≤ 3  holds",
        "                             8.00    7.50 – 8.50  deliveries                    "
          + "            ≤ 300  holds",
        "                floor         750      625 – 875  ns",
        "  n/a  block, 10 observers: has no \"observers\"",
      ])
  }

  @Test(
    arguments: [
      (0, "0"), (0.08333, "0.0833"), (0.5, "0.500"), (71.16, "71.2"), (1_234_567, "1,234,567"),
    ])
  func `Numbers have three significant digits`(value: Double, text: String) {
    #expect(Number.short(value) == text)
  }

  @Test func `The median and the quartiles ignore a disturbed round`() throws {
    let spread = try #require(Spread([10, 11, 12, 13, 14, 15, 16, 17, 100_000]))
    #expect([spread.q1, spread.median, spread.q3] == [12, 14, 16])
    #expect(Spread([]) == nil)
    // The machine slows down, but the ratio of both values stays the same.
    #expect(Spread(ofRatios: [2, 20, 200], to: [1, 10, 100]) == Spread([2, 2, 2]))
    let reading = try Reading(latencies: (0...100).shuffled().map(Double.init))
    #expect(reading == Reading([.time: 50, .tail: 99]))
  }

  @Test func `Each entrant has a turn in each round, and a slow one is excluded`() throws {
    let log = Mutex<[String]>([])
    let entrants = ["a", "b", "c"].map { name in
      Entrant(name, size: 1) {
        log.withLock { $0.append(name) }
        return Reading([.time: 1])
      }
    }
    let workload = Workload(name: "W", title: "", entrants: entrants)
    let findings = try Runner(rounds: 2).measure(workload)
    #expect(log.withLock { $0.joined() } == "abcabcacb")
    #expect(findings.readings[.init("a")]?.count == 2)
    #expect(try Runner(rounds: 2, patience: .zero).measure(workload).absences.count == 3)
  }

  @Test func `Names of lines in a drawing don't overlap`() {
    #expect(ChartNames.spread([100, 102, 113, 300]) == [85, 105, 125, 300])
  }
}
