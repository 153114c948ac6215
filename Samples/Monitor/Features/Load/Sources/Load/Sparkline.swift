// SPDX-License-Identifier: MIT

/// The last of some numbers between 0 and 1 as a row of bars, with the newest on the right.
///
/// There are `width` characters in any case: where no number is, there is a blank. What is below 0, above
/// 1, or no number at all counts as the nearest that can be drawn.
func sparkline(_ numbers: [Double], width: Int) -> String {
  guard width > 0 else { return "" }
  let shown = numbers.suffix(width)
  return String(repeating: " ", count: width - shown.count) + String(shown.map(bar))
}

private func bar(_ number: Double) -> Character {
  guard number > 0 else { return bars[0] }
  return bars[min(Int(min(number, 1) * Double(bars.count)), bars.count - 1)]
}

private let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
