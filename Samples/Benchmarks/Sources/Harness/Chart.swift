// SPDX-License-Identifier: MIT

/// A drawing of curves as SVG, with logarithmic axes, for light and dark pages.
///
/// The same points produce exactly the same text, so that drawings can be compared under version
/// control.
public struct Chart: Sendable {
  private let title: String
  private let sizeLabel: String
  private let valueLabel: String
  private let series: [Series]
  private let sizes: LogAxis
  private let values: LogAxis

  private static let width = 760.0
  private static let height = 440.0
  /// The area of the drawing inside the axes.
  private static let frame = (left: 72.0, top: 72.0, right: 560.0, bottom: 380.0)
  /// The dashes of the series, which distinguish them without colors.
  private static let dashes = ["", "6 3", "2 3", "10 3 2 3", "4 2", "1 4", "12 4", "8 2 1 2"]

  /// Creates a drawing of series.
  public init(title: String, sizeLabel: String, valueLabel: String, series: [Series]) {
    self.title = title
    self.sizeLabel = sizeLabel
    self.valueLabel = valueLabel
    self.series = series.map { series in
      Series(name: series.name, points: series.points.filter { $0.size > 0 && $0.value > 0 })
    }
    let points = self.series.flatMap(\.points)
    sizes = LogAxis(covering: points.map(\.size))
    values = LogAxis(covering: points.map(\.value))
  }

  /// Creates a drawing of the findings of a curve.
  public init(_ curve: Curve, _ findings: Findings) {
    self.init(
      title: curve.title,
      sizeLabel: curve.sizeLabel,
      valueLabel: curve.quantity == .time
        ? "ns per \(curve.workload.operation)" : curve.quantity.unit,
      series: curve.series(of: findings)
    )
  }

  /// The drawing as the text of an SVG file.
  public var svg: String {
    ([opening, Chart.style, Chart.page, heading] + grid + labels + lines + legend + ["</svg>"])
      .joined(separator: "\n") + "\n"
  }

  private var opening: String {
    let size = "\(Chart.text(Chart.width)) \(Chart.text(Chart.height))"
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" role=\"img\">"
      + "\n<title>\(Chart.escaped(title))</title>"
  }

  /// Colors that are distinguishable on white, and on black.
  private static let colors = (
    light: [
      "#0550ae", "#6e7781", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#9a6700", "#0f766e",
    ],
    dark: [
      "#79c0ff", "#9ea7b3", "#ffa657", "#56d364", "#d2a8ff", "#ff9bce", "#e3b341", "#5eead4",
    ]
  )

  private static let style = """
    <style>
    .page { fill: #ffffff; }
    text { font: 13px system-ui, sans-serif; fill: #1f2328; }
    .title { font-size: 16px; font-weight: 600; }
    .grid { stroke: #1f2328; stroke-opacity: 0.15; }
    .series { fill: none; stroke-width: 2; stroke-linejoin: round; }
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

  private static let page = "<rect width=\"100%\" height=\"100%\" class=\"page\"/>"

  private var heading: String {
    label(title, x: 16, y: 28, "class=\"title\"")
  }

  private var grid: [String] {
    let frame = Chart.frame
    return sizes.ticks.map { tick in
      line(x(tick.value), frame.top, x(tick.value), frame.bottom)
    }
      + values.ticks.map { tick in
        line(frame.left, y(tick.value), frame.right, y(tick.value))
      }
  }

  private var labels: [String] {
    let frame = Chart.frame
    let middle = "text-anchor=\"middle\""
    return sizes.ticks.map { label($0.label, x: x($0.value), y: frame.bottom + 20, middle) }
      + values.ticks.map {
        label($0.label, x: frame.left - 8, y: y($0.value) + 4, "text-anchor=\"end\"")
      }
      + [
        label(sizeLabel, x: (frame.left + frame.right) / 2, y: frame.bottom + 44, middle),
        label(valueLabel, x: 16, y: 52, ""),
      ]
  }

  private var lines: [String] {
    series.enumerated().flatMap { index, series in
      let points = series.points.map { (x: x($0.size), y: y($0.value)) }
      let path = points.map { "\(Chart.text($0.x)),\(Chart.text($0.y))" }.joined(separator: " ")
      return ["<polyline points=\"\(path)\" \(appearance(index))/>"]
        + points.map { point in
          "<circle cx=\"\(Chart.text(point.x))\" cy=\"\(Chart.text(point.y))\" r=\"3\""
            + " class=\"mark\(index % 8)\"/>"
        }
    }
  }

  private var legend: [String] {
    series.enumerated().flatMap { index, series in
      let left = Chart.frame.right + 24
      let y = Chart.frame.top + 8 + 24 * Double(index)
      let path = "\(Chart.text(left)),\(Chart.text(y)) \(Chart.text(left + 32)),\(Chart.text(y))"
      return [
        "<polyline points=\"\(path)\" \(appearance(index))/>",
        label(series.name, x: left + 42, y: y + 4, ""),
      ]
    }
  }

  // MARK: Parts

  private func appearance(_ index: Int) -> String {
    let dash = Chart.dashes[index % Chart.dashes.count]
    return "class=\"series line\(index % 8)\""
      + (dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\"")
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<line x1=\"\(Chart.text(x1))\" y1=\"\(Chart.text(y1))\" x2=\"\(Chart.text(x2))\""
      + " y2=\"\(Chart.text(y2))\" class=\"grid\"/>"
  }

  private func label(_ text: String, x: Double, y: Double, _ attributes: String) -> String {
    let attributes = attributes.isEmpty ? "" : " " + attributes
    return "<text x=\"\(Chart.text(x))\" y=\"\(Chart.text(y))\"\(attributes)>"
      + "\(Chart.escaped(text))</text>"
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
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
