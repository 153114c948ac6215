// SPDX-License-Identifier: MIT

/// How something grows: a workload whose settings are sizes, and what a drawing of it says.
public struct Curve: Sendable {
  /// The name of the file, without what tells its kind.
  public let name: String
  /// What the drawing shows.
  public let title: String
  /// What the sizes count.
  public let sizeLabel: String
  /// What is drawn.
  public let quantity: Quantity
  /// What is measured.
  public let workload: Workload

  /// A curve of one quantity of a workload.
  public init(
    name: String,
    title: String,
    sizeLabel: String,
    quantity: Quantity = .time,
    workload: Workload
  ) {
    self.name = name
    self.title = title
    self.sizeLabel = sizeLabel
    self.quantity = quantity
    self.workload = workload
  }

  /// The points of each contender, in the order of the workload.
  public func series(of findings: Findings) -> [Series] {
    var series: [Series] = []
    for figure in findings.figures where figure.quantity == quantity {
      let point = Series.Point(size: Double(figure.size), value: figure.spread.median)
      if let index = series.firstIndex(where: { $0.name == figure.id.contender }) {
        series[index].points.append(point)
      } else {
        series.append(Series(name: figure.id.contender, points: [point]))
      }
    }
    return series
  }
}

/// The points of one contender.
public struct Series: Equatable, Sendable {
  /// A size, and what it took.
  public struct Point: Equatable, Sendable {
    /// The size.
    public let size: Double
    /// The median of what was measured at that size.
    public let value: Double

    /// A point of a curve.
    public init(size: Double, value: Double) {
      self.size = size
      self.value = value
    }
  }

  /// Whose points they are.
  public let name: String
  /// The points, in ascending order of size.
  public var points: [Point]

  /// The points of a contender.
  public init(name: String, points: [Point]) {
    self.name = name
    self.points = points
  }
}
