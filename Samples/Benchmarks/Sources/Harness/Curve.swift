// SPDX-License-Identifier: MIT

/// A workload whose settings are sizes, with the labels of its drawing.
public struct Curve: Sendable {
  /// The name of the file, without its extension.
  public let name: String
  /// The title of the drawing.
  public let title: String
  /// The label of the sizes.
  public let sizeLabel: String
  /// The quantity that is drawn.
  public let quantity: Quantity
  /// The workload that is measured.
  public let workload: Workload

  /// Creates a curve of one quantity of a workload.
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
  /// A size and the measured value.
  public struct Point: Equatable, Sendable {
    /// The size.
    public let size: Double
    /// The median at that size.
    public let value: Double

    /// Creates a point of a curve.
    public init(size: Double, value: Double) {
      self.size = size
      self.value = value
    }
  }

  /// The name of the contender.
  public let name: String
  /// The points, in ascending order of size.
  public var points: [Point]

  /// Creates the points of a contender.
  public init(name: String, points: [Point]) {
    self.name = name
    self.points = points
  }
}
