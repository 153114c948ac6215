// SPDX-License-Identifier: MIT

/// Formats numbers independently of the locale.
enum Number {
  /// Returns a number with three significant digits and commas: 0.0712, 7.12, 71.2, 712, 7,120.
  static func short(_ value: Double) -> String {
    let magnitude = abs(value)
    let places =
      switch magnitude {
      case 0: 0
      case ..<0.1: 4
      case ..<1: 3
      case ..<10: 2
      case ..<100: 1
      default: 0
      }
    return fixed(value, places: places)
  }

  /// Returns a limit without trailing zeros.
  static func plain(_ value: Double) -> String {
    var text = fixed(value, places: 4)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// Returns a number with a fixed number of digits after the point.
  static func fixed(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let unit = (0..<places).reduce(1) { power, _ in power * 10 }
    let scaled = Int((abs(value) * Double(unit)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let whole = grouped(scaled / unit)
    guard places > 0 else { return sign + whole }
    let digits = String(scaled % unit)
    return sign + whole + "." + String(repeating: "0", count: places - digits.count) + digits
  }

  /// Returns a whole number with commas between thousands.
  static func grouped(_ value: Int) -> String {
    let digits = String(abs(value))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return value < 0 ? "-" + text : text
  }
}

extension Int {
  /// The number with commas between thousands, for titles.
  public var grouped: String { Number.grouped(self) }

  /// Returns the number with a noun, for the names of settings.
  public func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
