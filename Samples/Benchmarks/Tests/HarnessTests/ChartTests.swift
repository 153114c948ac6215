// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Harness

struct ChartTests {
  private let chart = Chart(
    title: "An action, as A & B grow",
    sizeLabel: "features",
    valueLabel: "time per action",
    hasTimes: true,
    series: [
      Series(name: "Runnel", points: [.init(size: 1, value: 50), .init(size: 1_000, value: 60)]),
      Series(name: "<others>", points: [.init(size: 1, value: 500)]),
    ]
  )

  @Test func `An axis extends between powers of ten, and covers all values`() {
    let axis = LogAxis(covering: [5, 1_200])
    #expect(axis.ticks == [1, 10, 100, 1_000, 10_000])
    #expect(axis.position(of: 1) == 0)
    #expect(axis.position(of: 100) == 0.5)
    #expect(axis.position(of: 10_000) == 1)
  }

  @Test func `An axis has two ends even without values, or with a single one`() {
    #expect(LogAxis(covering: []).ticks == [1, 10])
    #expect(LogAxis(covering: [10]).ticks == [10, 100])
    #expect(LogAxis(covering: [0, -1, .infinity, 10]).ticks == [10, 100])
    #expect(LogAxis(at: []).ticks == [1, 10])
    #expect(LogAxis(at: [4, 4, 0]).ticks == [1, 10])
  }

  @Test func `An axis of sizes has a tick at each size`() {
    let axis = LogAxis(at: [8, 1, 2, 4, 4, .infinity])
    #expect(axis.ticks == [1, 2, 4, 8])
    #expect(abs(axis.position(of: 2) - 1 / 3) < 1e-9)
    #expect(axis.position(of: 8) == 1)
  }

  @Test func `A label is short, and has the unit of its value`() {
    #expect(
      [0.01, 1, 100, 10_000, 1e6, 1e7].map { LogAxis.label(of: $0, .count) }
        == ["0.01", "1", "100", "10,000", "1M", "10M"])
    #expect(
      [1, 100, 1e4, 1e6, 1e9].map { LogAxis.label(of: $0, .nanoseconds) }
        == ["1 ns", "100 ns", "10 µs", "1 ms", "1 s"])
  }

  @Test func `A drawing has its title, labels, the names of its lines, and a mark for each point`()
  {
    let svg = chart.svg
    for text in ["An action, as A &amp; B grow", "features", "time per action", "Runnel", "1,000"] {
      #expect(svg.contains(">\(text)</text>"))
    }
    #expect(svg.contains(">&lt;others&gt;</text>"))
    #expect(svg.components(separatedBy: "<circle").count == 4)
    #expect(svg.contains("prefers-color-scheme: dark"))
  }

  @Test func `A drawing has a size, so that pages don't shrink it`() {
    #expect(chart.svg.contains("width=\"760\" height=\"460\" viewBox=\"0 0 760 460\""))
  }

  @Test func `Each line has its own visible stroke, and its name has the same color`() throws {
    let names = ["Runnel", "floor", "a", "b", "c", "d", "Runnel, scoped", "e"]
    let points = [Series.Point(size: 1, value: 1), .init(size: 10, value: 10)]
    let chart = Chart(
      title: "", sizeLabel: "", valueLabel: "", hasTimes: false,
      series: names.map { Series(name: $0, points: points) })
    let svg = chart.svg
    let pages = svg.components(separatedBy: "@media (prefers-color-scheme: dark)")
    for (page, paper) in zip(pages, [1.0, 0.006]) {
      var colors: Set<String> = []
      for (index, name) in names.enumerated() {
        let color = try #require(
          page.firstMatch(of: try Regex<(Substring, Substring)>(".line\(index) .*?(#[0-9a-f]{6});"))
        )
        colors.insert(String(color.1))
        #expect(page.contains(".mark\(index) { fill: \(color.1); }"))
        #expect(contrast(luminance(of: color.1), paper) >= 4.5)
        let line = try #require(
          svg.firstMatch(of: try Regex<Substring>("<polyline [^>]*series line\(index)\\b[^>]*>")))
        // Dashes with longer gaps are hardly visible.
        if let dash = line.0.firstMatch(of: /dasharray="([0-9]+) ([0-9]+)"/) {
          #expect(try #require(Int(dash.1)) >= #require(Int(dash.2)))
        }
        #expect(line.0.contains("prominent") == name.hasPrefix("Runnel"))
        let text = name == "floor" ? #"floor \(handwritten\)"# : name
        #expect(svg.contains(try Regex<Substring>("class=\"mark\(index)[^>]*>\(text)</text>")))
      }
      #expect(colors.count == names.count)
    }
  }

  @Test func `Names at the right edge don't overlap`() {
    #expect(ChartNames.spread([10, 100, 200]) == [10, 100, 200])
    #expect(ChartNames.spread([100, 100, 100]) == [80, 100, 120])
    #expect(ChartNames.spread([100, 102, 113, 300]) == [85, 105, 125, 300])
  }

  @Test func `The name of a line that ends early covers no other line and no other name`() {
    let ending: [ChartNames.Point] = [(0, 100), (50, 100)]
    let above: [ChartNames.Point] = [(0, 70), (200, 70)]
    let names = ChartNames.positions(
      of: ["first", "second", "edge"], at: [ending, ending, above], right: 200)
    let rows = names.map(\.y)
    // Beside the end, and above it.
    #expect(rows == [105, 88, 75])
    #expect(names[0].x == 60 && names[1].x == 44)
    #expect(names[2].x > 200 && names[2].end == nil)
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

  private func contrast(_ first: Double, _ second: Double) -> Double {
    (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// Returns the relative luminance of a color such as #0550ae, as WCAG defines it.
  private func luminance(of color: some StringProtocol) -> Double {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    let parts = [value >> 16, value >> 8 & 255, value & 255].map { part in
      let part = Double(part) / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return zip(parts, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
