// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Harness

struct ChartTests {
  private let chart = Chart(
    title: "An action, as A & B grow",
    sizeLabel: "features",
    valueLabel: "ns per action",
    series: [
      Series(name: "Runnel", points: [.init(size: 1, value: 50), .init(size: 1_000, value: 60)]),
      Series(name: "<others>", points: [.init(size: 1, value: 500)]),
    ]
  )

  @Test func `An axis extends between powers of ten, and covers all values`() {
    let axis = LogAxis(covering: [5, 1_200])
    #expect(axis.exponents == 0...4)
    #expect(axis.position(of: 1) == 0)
    #expect(axis.position(of: 100) == 0.5)
    #expect(axis.position(of: 10_000) == 1)
    #expect(axis.ticks.map(\.label) == ["1", "10", "100", "1k", "10k"])
  }

  @Test func `An axis has two ends even without values, or with a single one`() {
    #expect(LogAxis(covering: []).exponents == 0...1)
    #expect(LogAxis(covering: [10]).exponents == 1...2)
    #expect(LogAxis(covering: [0, -1, .infinity, 10]).exponents == 1...2)
    #expect(LogAxis.label(ofPower: -2) == "0.01")
  }

  @Test func `A drawing has its title, labels, legend, and a mark for each point`() {
    let svg = chart.svg
    for text in ["An action, as A &amp; B grow", "features", "ns per action", "Runnel"] {
      #expect(svg.contains(">\(text)</text>"))
    }
    #expect(svg.contains(">&lt;others&gt;</text>"))
    #expect(svg.components(separatedBy: "<circle").count == 4)
    #expect(svg.contains("prefers-color-scheme: dark"))
  }

  @Test func `A drawing is well-formed, and the same each time`() {
    let svg = chart.svg
    #expect(svg == chart.svg)
    #expect(svg.hasPrefix("<svg xmlns=") && svg.hasSuffix("</svg>\n"))
    #expect(!svg.contains("nan") && !svg.contains("inf"))
    #expect(
      svg.components(separatedBy: "<text").count == svg.components(separatedBy: "</text>").count)
  }

  @Test func `A curve groups the points by contender`() {
    let entrants = [10, 100].flatMap { size in
      ["Runnel", "floor"].map { name in
        Entrant(name, "\(size)", size: size) { Reading([:]) }
      }
    }
    var readings: [Entrant.ID: [Reading]] = [:]
    for entrant in entrants {
      readings[entrant.id] = [Reading([.time: Double(entrant.size) + 1])]
    }
    let workload = Workload(name: "W", title: "", entrants: entrants)
    let curve = Curve(name: "c", title: "", sizeLabel: "", workload: workload)
    let series = curve.series(of: Findings(workload: workload, readings: readings))
    #expect(series.map(\.name) == ["Runnel", "floor"])
    #expect(
      series.first?.points == [.init(size: 10, value: 11), .init(size: 100, value: 101)])
  }
}
