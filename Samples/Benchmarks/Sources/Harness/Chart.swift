// SPDX-License-Identifier: MIT

/// A drawing of curves as SVG, with logarithmic axes, for light and dark pages.
///
/// The name of each line stands at its end. The first line and its variants are prominent: the
/// lines whose names begin with the name of the first one. The same points produce exactly the same
/// text, so that drawings can be compared under version control.
public struct Chart: Sendable {
  private let title: String
  private let sizeLabel: String
  private let valueLabel: String
  private let valueUnit: LogAxis.Unit
  private let series: [Series]
  private let sizes: LogAxis
  private let values: LogAxis

  private static let width = 760.0
  private static let height = 460.0
  /// The area of the drawing inside the axes.
  private static let frame = (left: 82.0, top: 86.0, right: 572.0, bottom: 396.0)
  /// The dashes of the lines that are not prominent, which distinguish lines that coincide.
  private static let dashes = ["", "9 4", "4 4"]

  /// Creates a drawing of series.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - sizeLabel: The label of the horizontal axis.
  ///   - valueLabel: The label of the vertical axis.
  ///   - hasTimes: Whether the values are nanoseconds, rather than numbers.
  ///   - series: The points of each line, the most important line first.
  public init(
    title: String,
    sizeLabel: String,
    valueLabel: String,
    hasTimes: Bool,
    series: [Series]
  ) {
    self.title = title
    self.sizeLabel = sizeLabel
    self.valueLabel = valueLabel
    valueUnit = hasTimes ? .nanoseconds : .count
    self.series = series.map { series in
      Series(name: series.name, points: series.points.filter { $0.size > 0 && $0.value > 0 })
    }
    let points = self.series.flatMap(\.points)
    sizes = LogAxis(at: points.map(\.size))
    values = LogAxis(covering: points.map(\.value))
  }

  /// Creates a drawing of the findings of a curve.
  public init(_ curve: Curve, _ findings: Findings) {
    self.init(
      title: curve.title,
      sizeLabel: curve.sizeLabel,
      valueLabel: curve.quantity == .time
        ? "time per \(curve.workload.operation)" : curve.quantity.unit,
      hasTimes: curve.quantity == .time,
      series: curve.series(of: findings)
    )
  }

  /// The drawing as the text of an SVG file.
  public var svg: String {
    // The first series is drawn last, above the others.
    let lines = series.indices.reversed().flatMap(line)
    return
      ([opening, Chart.style, Chart.page, heading] + grid + labels + lines + names + ["</svg>"])
      .joined(separator: "\n") + "\n"
  }

  /// The opening tag, with a size: without one, a browser shows an image 300 pixels wide.
  private var opening: String {
    let (width, height) = (Chart.text(Chart.width), Chart.text(Chart.height))
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
      + " viewBox=\"0 0 \(width) \(height)\" role=\"img\">"
      + "\n<title>\(Chart.escaped(title))</title>"
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

  private static let page = "<rect width=\"100%\" height=\"100%\" class=\"page\"/>"

  private var heading: String {
    label(title, x: 16, y: 32, "class=\"title\"")
  }

  private var grid: [String] {
    let frame = Chart.frame
    return sizes.ticks.map { line(x($0), frame.top, x($0), frame.bottom) }
      + values.ticks.map { line(frame.left, y($0), frame.right, y($0)) }
  }

  private var labels: [String] {
    let frame = Chart.frame
    let middle = "text-anchor=\"middle\""
    return sizes.ticks.map {
      label(LogAxis.label(of: $0, .count), x: x($0), y: frame.bottom + 22, middle)
    }
      + values.ticks.map {
        let text = LogAxis.label(of: $0, valueUnit)
        return label(text, x: frame.left - 10, y: y($0) + 5, "text-anchor=\"end\"")
      }
      + [
        label(sizeLabel, x: (frame.left + frame.right) / 2, y: frame.bottom + 48, middle),
        label(valueLabel, x: 16, y: 62, ""),
      ]
  }

  private func line(_ index: Int) -> [String] {
    let points = points(of: index)
    let path = points.map { "\(Chart.text($0.x)),\(Chart.text($0.y))" }.joined(separator: " ")
    return ["<polyline points=\"\(path)\" \(appearance(index))/>"]
      + points.map { point in
        "<circle cx=\"\(Chart.text(point.x))\" cy=\"\(Chart.text(point.y))\""
          + " r=\"\(isProminent(index) ? "4.5" : "3")\" class=\"mark\(color(index))\"/>"
      }
  }

  private var names: [String] {
    let names = series.map { $0.name == "floor" ? "floor (handwritten)" : $0.name }
    let positions = ChartNames.positions(
      of: names, at: series.indices.map(points), right: Chart.frame.right)
    return positions.enumerated().flatMap { index, name in
      var attributes = "class=\"mark\(color(index))\(isProminent(index) ? " prominent" : "")\""
      if name.endsAtX { attributes += " text-anchor=\"end\"" }
      return leader(to: name, of: index) + [label(name.text, x: name.x, y: name.y, attributes)]
    }
  }

  /// Returns a thin line from the end of a series to its name, if the name isn't beside it.
  private func leader(to name: ChartNames.Name, of index: Int) -> [String] {
    guard let end = name.end else { return [] }
    let (x, y) = (name.x - 4, name.y - ChartNames.drop)
    return [
      "<line x1=\"\(Chart.text(end[0] + 5))\" y1=\"\(Chart.text(end[1]))\" x2=\"\(Chart.text(x))\""
        + " y2=\"\(Chart.text(y))\" class=\"leader line\(color(index))\"/>"
    ]
  }

  // MARK: Parts

  private func points(of index: Int) -> [ChartNames.Point] {
    series[index].points.map { (x: x($0.size), y: y($0.value)) }
  }

  private func isProminent(_ index: Int) -> Bool {
    series[index].name.hasPrefix(series[0].name)
  }

  private func color(_ index: Int) -> Int { index % Chart.colors.light.count }

  private func appearance(_ index: Int) -> String {
    let style = "series line\(color(index))"
    if isProminent(index) { return "class=\"\(style) prominent\"" }
    let dash = Chart.dashes[index % Chart.dashes.count]
    return "class=\"\(style)\"" + (dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\"")
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
