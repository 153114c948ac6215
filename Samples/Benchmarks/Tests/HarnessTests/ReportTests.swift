// SPDX-License-Identifier: MIT

import Testing

@testable import Harness

struct ReportTests {
  @Test func `A budget holds if the median of the ratios is within the limit`() {
    #expect(findings(limit: 2.5).verdicts.map(\.holds) == [true, true])
    #expect(findings(limit: 2.4).verdicts.map(\.holds) == [false, true])
  }

  @Test func `Without a budget, the ratio to the floor is only recorded`() {
    let id = Entrant.ID("a")
    let recorded = Findings(
      workload: Workload(
        name: "W", title: "",
        entrants: [
          Entrant("a", size: 1) { Reading([:]) }, Entrant("floor", size: 1) { Reading([:]) },
        ]),
      readings: [id: [Reading([.time: 6])], .init("floor"): [Reading([.time: 2])]]
    )
    #expect(recorded.verdicts.map(\.amount.median) == [3])
    #expect(recorded.verdicts.map(\.holds) == [nil])
  }

  @Test func `A reading is the time of one operation`() {
    #expect(Reading(.microseconds(3), per: 1_000)[.time] == 3)
    #expect(Reading(.seconds(2), per: 1, deliveries: 4)[.time] == 2e9)
    #expect(Reading(.seconds(2), per: 1, deliveries: 4).quantities == [.time, .deliveries])
  }

  @Test func `The table has a row for each comparison, and a line for each excluded entrant`() {
    #expect(
      Table.lines(findings()) == [
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

  @Test func `Lines of JSON have the same content as the table`() {
    let lines = JSONLine.lines(findings())
    #expect(lines.count == 4)
    #expect(
      lines.first == """
        {"name":"W4","contender":"Runnel","setting":"10 observers","size":10,"quantity":"time",\
        "value":2000,"ns_per_op":2000,\
        "spread":{"min":1000,"q1":1500,"median":2000,"q3":2500,"max":3000},\
        "against":"floor, 10 observers","ratio":2.5,\
        "ratio_spread":{"min":2,"q1":2.25,"median":2.5,"q3":2.75,"max":3},\
        "budget":3,"holds":true}
        """)
    #expect(lines.last?.hasSuffix("\"unable\":\"has no \\\"observers\\\"\"}") == true)
  }

  @Test(
    arguments: [
      (0, "0"), (0.08333, "0.0833"), (0.5, "0.500"), (2.345, "2.35"), (71.16, "71.2"),
      (712.4, "712"), (7_120.9, "7,121"), (1_234_567, "1,234,567"), (-2.345, "-2.35"),
    ])
  func `Numbers have three significant digits`(value: Double, text: String) {
    #expect(Number.short(value) == text)
  }

  @Test func `Limits are formatted without trailing zeros`() {
    #expect(Number.plain(3) == "3")
    #expect(Number.plain(1.2) == "1.2")
    #expect(Number.plain(0.0833) == "0.0833")
    #expect(Number.plain(300) == "300")
  }
}
