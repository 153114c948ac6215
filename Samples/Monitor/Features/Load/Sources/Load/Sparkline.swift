// SPDX-License-Identifier: MIT

/// Returns the last numbers as a row of bars, the newest on the right.
///
/// The result has `width` characters, and blanks for missing numbers. Numbers are from 0 to 1;
/// others, including NaN, are drawn as the nearest valid number.
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
