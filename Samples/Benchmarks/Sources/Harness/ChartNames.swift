// SPDX-License-Identifier: MIT

/// The positions of the names of lines in a drawing: each beside the end of its line.
struct ChartNames {
  /// A point of the drawing, with y growing downward.
  typealias Point = (x: Double, y: Double)

  /// A name with its position.
  struct Name: Equatable {
    /// The text.
    let text: String
    /// The end of the line, if the name isn't beside it.
    let end: [Double]?
    /// The left end of the text, or the right one.
    let x: Double
    /// The base line of the text.
    let y: Double
    /// Whether `x` is the right end of the text.
    let endsAtX: Bool
  }

  /// The distance between two base lines.
  static let lineHeight = 20.0
  /// The distance from the middle of a text down to its base line.
  static let drop = 5.0
  /// The width of a letter, on average.
  private static let letter = 7.8

  /// Returns the positions of the names, in the order of the lines.
  ///
  /// The names of lines that end at the right edge stand in a column beside it. The name of a line
  /// that ends earlier stands near its end, where it covers lines and names least.
  static func positions(of names: [String], at lines: [[Point]], right edge: Double) -> [Name] {
    let column = lines.enumerated()
      .compactMap { index, line in line.last.map { (index: index, end: $0) } }
      .filter { $0.end.x >= edge - 1 }
      .sorted { ($0.end.y, $0.index) < ($1.end.y, $1.index) }
    let heights = spread(column.map(\.end.y))
    var obstacles = lines.flatMap(samples)
    return lines.indices.map { index in
      guard let end = lines[index].last else {
        return Name(text: names[index], end: nil, x: 0, y: 0, endsAtX: false)
      }
      if let row = column.firstIndex(where: { $0.index == index }) {
        let isMoved = abs(heights[row] - end.y) > drop
        return Name(
          text: names[index], end: isMoved ? [end.x, end.y] : nil, x: edge + 22,
          y: heights[row] + drop, endsAtX: false)
      }
      let name = name(names[index], near: end, avoiding: obstacles)
      let middle = name.y - drop
      obstacles += samples(of: [
        (left(of: name), middle), (left(of: name) + width(of: name), middle),
      ])
      return name
    }
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

  private static func name(_ text: String, near end: Point, avoiding obstacles: [Point]) -> Name {
    let offsets: [(x: Double, y: Double, endsAtX: Bool)] = [
      (10, drop, false), (-6, -12, false), (6, -12, true), (-6, 22, false), (6, 22, true),
    ]
    let candidates = offsets.map { offset in
      Name(
        text: text, end: nil, x: end.x + offset.x, y: end.y + offset.y, endsAtX: offset.endsAtX)
    }
    func covered(by name: Name) -> Int {
      let left = left(of: name)
      return obstacles.count {
        (left...left + width(of: name)).contains($0.x) && (name.y - 15...name.y + 5).contains($0.y)
      }
    }
    return candidates.min { covered(by: $0) < covered(by: $1) } ?? candidates[0]
  }

  private static func width(of name: Name) -> Double { Double(name.text.count) * letter }

  private static func left(of name: Name) -> Double {
    name.endsAtX ? name.x - width(of: name) : name.x
  }

  /// Returns points on the line, a few pixels apart.
  private static func samples(of line: [Point]) -> [Point] {
    zip(line, line.dropFirst()).flatMap { start, end in
      (0...40).map { step in
        let part = Double(step) / 40
        return (start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
      }
    }
  }
}
