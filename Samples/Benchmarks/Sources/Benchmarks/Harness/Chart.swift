// SPDX-License-Identifier: MIT

import Foundation

/// A drawing of curves as SVG, with logarithmic axes, for light and dark pages.
///
/// The name of each line stands at its end. The first line and its variants are prominent: the
/// lines whose names begin with the name of the first one. The same points produce exactly the same
/// text, so that drawings can be compared under version control.
struct Chart: Sendable {
  private let curve: Curve
  private let series: [Series]
  private let sizes: LogAxis
  private let values: LogAxis

  private static let width = 760.0
  private static let height = 460.0
  /// The area of the drawing inside the axes.
  private static let frame = (left: 82.0, top: 86.0, right: 572.0, bottom: 396.0)
  /// The dashes of the lines that are not prominent.
  private static let dashes = ["", "9 4", "4 4"]

  init(_ curve: Curve, _ series: [Series]) {
    self.curve = curve
    self.series = series.map { series in
      Series(name: series.name, points: series.points.filter { $0.size > 0 && $0.value > 0 })
    }
    let points = self.series.flatMap(\.points)
    sizes = LogAxis(at: points.map(\.size))
    values = LogAxis(covering: points.map(\.value))
  }

  var svg: String {
    // The first series is drawn last, above the others.
    let lines = series.indices.reversed().flatMap(line)
    let heading = label(curve.title, 16, 32, [("class", "title")])
    let page = tag("rect", [("width", "100%"), ("height", "100%"), ("class", "page")])
    return
      ([opening, Chart.style, page, heading] + grid + labels + lines + names + ["</svg>"])
      .joined(separator: "\n") + "\n"
  }

  /// The opening tag, with a size: without one, a browser shows an image 300 pixels wide.
  private var opening: String {
    let (width, height) = (Chart.text(Chart.width), Chart.text(Chart.height))
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
      + " viewBox=\"0 0 \(width) \(height)\" role=\"img\">"
      + "\n<title>\(Chart.escaped(curve.title))</title>"
  }

  /// Colors that are distinguishable, and readable as text, on white, and on black.
  private static let colors = (
    light: [
      "#0550ae", "#57606a", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#0969da", "#9a6700",
    ],
    dark: [
      "#79c0ff", "#b1bac4", "#ffa657", "#56d364", "#d2a8ff", "#ff9bce", "#a5d6ff", "#e3b341",
    ]
  )

  private static let style = """
    <style>
    .page { fill: #ffffff; }
    text { font: 15px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
    .title { font-size: 18px; font-weight: 600; }
    .grid { stroke: #1f2328; stroke-opacity: 0.15; }
    .series { fill: none; stroke-width: 2; stroke-linejoin: round; }
    .prominent { stroke-width: 4.5; }
    .leader { stroke-width: 1; }
    text.prominent { font-weight: 700; }
    \(rules(colors.light))
    @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; }
    text { fill: #e6edf3; }
    .grid { stroke: #e6edf3; }
    \(rules(colors.dark))
    }
    </style>
    """

  private static func rules(_ colors: [String]) -> String {
    colors.enumerated().map { index, color in
      ".line\(index) { stroke: \(color); } .mark\(index) { fill: \(color); }"
    }
    .joined(separator: "\n")
  }

  private var grid: [String] {
    let frame = Chart.frame
    return sizes.ticks.map { line([x($0), frame.top], [x($0), frame.bottom], "grid") }
      + values.ticks.map { line([frame.left, y($0)], [frame.right, y($0)], "grid") }
  }

  private var labels: [String] {
    let frame = Chart.frame
    let middle = [("text-anchor", "middle" as Any)]
    return sizes.ticks.map {
      label(LogAxis.label(of: $0, .deliveries), x($0), frame.bottom + 22, middle)
    }
      + values.ticks.map {
        let text = LogAxis.label(of: $0, curve.quantity)
        return label(text, frame.left - 10, y($0) + 5, [("text-anchor", "end")])
      }
      + [
        label(curve.sizeLabel, (frame.left + frame.right) / 2, frame.bottom + 48, middle),
        label(curve.valueLabel, 16, 62),
      ]
  }

  private func line(_ index: Int) -> [String] {
    let points = points(of: index)
    let path = points.map { "\(Chart.text($0.x)),\(Chart.text($0.y))" }.joined(separator: " ")
    let dash = isProminent(index) ? "" : Chart.dashes[index % Chart.dashes.count]
    let style = "series line\(color(index))" + (isProminent(index) ? " prominent" : "")
    return [
      tag(
        "polyline",
        [("points", path), ("class", style)] + (dash.isEmpty ? [] : [("stroke-dasharray", dash)]))
    ]
      + points.map { x, y in
        let radius = isProminent(index) ? 4.5 : 3
        return tag(
          "circle", [("cx", x), ("cy", y), ("r", radius), ("class", "mark\(color(index))")])
      }
  }

  private var names: [String] {
    let named = series.indices.filter { !series[$0].points.isEmpty }
    let ends = named.map { points(of: $0)[series[$0].points.count - 1] }
    return zip(named, zip(ends, ChartNames.positions(at: ends))).flatMap { index, ends in
      let (end, start) = ends
      let name = series[index].name == "floor" ? "floor (handwritten)" : series[index].name
      let style = "mark\(color(index))\(isProminent(index) ? " prominent" : "")"
      // Above the end of a line that ends early: most lines rise.
      if end.x < Chart.frame.right - 1 {
        return [label(name, end.x - 6, start.y - 12, [("class", style), ("text-anchor", "end")])]
      }
      let text = label(name, start.x + 4, start.y + ChartNames.drop, [("class", style)])
      if abs(start.y - end.y) <= ChartNames.drop { return [text] }
      // A thin line from the end of the series, if the name isn't beside it.
      return [line([end.x + 5, end.y], [start.x, start.y], "leader line\(color(index))"), text]
    }
  }

  private func points(of index: Int) -> [ChartNames.Point] {
    series[index].points.map { (x: x($0.size), y: y($0.value)) }
  }

  private func isProminent(_ index: Int) -> Bool { series[index].name.hasPrefix(series[0].name) }

  private func color(_ index: Int) -> Int { index % Chart.colors.light.count }

  private func line(_ start: [Double], _ end: [Double], _ style: String) -> String {
    tag(
      "line",
      [("x1", start[0]), ("y1", start[1]), ("x2", end[0]), ("y2", end[1]), ("class", style)])
  }

  private func label(
    _ text: String, _ x: Double, _ y: Double, _ attributes: [(String, Any)] = []
  ) -> String {
    tag("text", [("x", x), ("y", y)] + attributes, text)
  }

  private func tag(_ name: String, _ attributes: [(String, Any)], _ text: String? = nil) -> String {
    let list = attributes.map { key, value in
      " \(key)=\"\((value as? Double).map(Chart.text) ?? "\(value)")\""
    }
    let start = "<\(name)\(list.joined())"
    return text.map { "\(start)>\(Chart.escaped($0))</\(name)>" } ?? "\(start)/>"
  }

  private func x(_ size: Double) -> Double {
    Chart.frame.left + sizes.position(of: size) * (Chart.frame.right - Chart.frame.left)
  }

  private func y(_ value: Double) -> Double {
    Chart.frame.bottom - values.position(of: value) * (Chart.frame.bottom - Chart.frame.top)
  }

  /// Returns a number with one digit after the point: a tenth of a pixel is invisible.
  private static func text(_ length: Double) -> String {
    let text = Number.fixed(length, places: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// A workload whose settings are sizes, with the labels of its drawing.
struct Curve: Sendable {
  let name: String
  let title: String
  let sizeLabel: String
  var quantity = Quantity.time
  let workload: Workload

  fileprivate var valueLabel: String {
    quantity == .time ? "time per \(workload.operation)" : quantity.rawValue
  }

  /// The points of each contender, in the order of the workload.
  func series(of findings: Findings) -> [Series] {
    var series: [Series] = []
    for figure in findings.figures where figure.quantity == quantity {
      let point = (size: Double(figure.entrant.size), value: figure.spread.median)
      let name = figure.entrant.id.contender
      if let index = series.firstIndex(where: { $0.name == name }) {
        series[index].points.append(point)
      } else {
        series.append(Series(name: name, points: [point]))
      }
    }
    return series
  }
}

/// The points of one contender, in ascending order of size.
struct Series: Sendable {
  let name: String
  var points: [(size: Double, value: Double)]
}

/// A logarithmic axis from its first tick to its last one.
struct LogAxis {
  /// The marked values, in ascending order: at least two.
  let ticks: [Double]

  /// Creates the smallest axis between powers of ten that covers all positive values.
  init(covering values: [Double]) {
    let logarithms = values.filter { $0 > 0 && $0.isFinite }.map { log10($0) }
    let lower = Int((logarithms.min() ?? 0).rounded(.down))
    let upper = Int((logarithms.max() ?? 1).rounded(.up))
    ticks = (lower...max(upper, lower + 1)).map { pow(10, Double($0)) }
  }

  /// Creates an axis with a tick at each of the values, if there are two.
  init(at values: [Double]) {
    let distinct = Set(values.filter { $0 > 0 && $0.isFinite }).sorted()
    ticks = distinct.count < 2 ? LogAxis(covering: distinct).ticks : distinct
  }

  /// Returns the position of a value, from 0 at the first tick to 1 at the last one.
  func position(of value: Double) -> Double {
    log10(value / ticks[0]) / log10(ticks[ticks.count - 1] / ticks[0])
  }

  /// Returns a short label, such as 0.1, 100, 10,000 or 1M, or of a time 100 ns, 10 µs or 1 ms.
  static func label(of value: Double, _ quantity: Quantity) -> String {
    guard quantity == .time else {
      return value < 1e6 ? Number.plain(value) : "\(Number.plain(value / 1e6))M"
    }
    switch value {
    case ..<1e3: return "\(Number.plain(value)) ns"
    case ..<1e6: return "\(Number.plain(value / 1e3)) µs"
    case ..<1e9: return "\(Number.plain(value / 1e6)) ms"
    default: return "\(Number.plain(value / 1e9)) s"
    }
  }
}

/// The positions of the names of lines in a drawing: each beside the end of its line.
enum ChartNames {
  /// A point of the drawing, with y growing downward.
  typealias Point = (x: Double, y: Double)

  /// The distance between two base lines, and from the middle of a text down to its base line.
  static let lineHeight = 20.0, drop = 5.0

  /// Returns the middle of the left end of each name.
  ///
  /// The names of lines that end at one size stand in a column beside it.
  static func positions(at ends: [Point]) -> [Point] {
    var positions = ends
    for column in Set(ends.map(\.x)) {
      let indices = ends.indices.filter { ends[$0].x == column }
        .sorted { (ends[$0].y, $0) < (ends[$1].y, $1) }
      for (index, y) in zip(indices, spread(indices.map { ends[$0].y })) {
        positions[index] = (column + 18, y)
      }
    }
    return positions
  }

  /// Returns ascending positions at least a line apart, as close to the given ones as possible.
  static func spread(_ positions: [Double]) -> [Double] {
    var groups: [(first: Double, count: Double)] = []
    for position in positions {
      var group = (first: position, count: 1.0)
      while let above = groups.last, above.first + above.count * lineHeight > group.first {
        groups.removeLast()
        let shifted = group.first - above.count * lineHeight
        let count = above.count + group.count
        group = ((above.first * above.count + shifted * group.count) / count, count)
      }
      groups.append(group)
    }
    return groups.flatMap { group in
      (0..<Int(group.count)).map { group.first + Double($0) * lineHeight }
    }
  }
}
