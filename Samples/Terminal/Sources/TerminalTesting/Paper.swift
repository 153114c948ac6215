// SPDX-License-Identifier: MIT

public import TerminalUI

/// A terminal that implements only the sequences that a screen of `TerminalUI` sends.
public struct Paper {
  /// The cells of each line.
  public private(set) var cells: [[Cell]]
  private var row = 0
  private var column = 0
  private var style = "\u{1B}[m"
  /// Whether all sequences so far are implemented.
  public private(set) var isUnderstood = true

  /// The characters of each line.
  public var text: [String] { cells.map { String($0.map(\.character)) } }

  /// Creates an empty screen.
  public init(columns: Int, rows: Int) {
    cells = Array(repeating: Array(repeating: .blank, count: columns), count: rows)
  }

  /// Writes characters and executes sequences.
  public mutating func take(_ output: String) {
    var rest = output[...]
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        write(character)
        continue
      }
      let order = rest.prefix { !($0.isLetter) }
      rest = rest.dropFirst(order.count)
      guard order.first == "[", let end = rest.popFirst() else { return isUnderstood = false }
      obey(end, order.dropFirst())
    }
  }

  private mutating func write(_ character: Character) {
    guard row < cells.count, column < cells[row].count else { return isUnderstood = false }
    let found = Style.all.first { $0.sequence == style }
    cells[row][column] = Cell(character: character, style: found ?? .normal)
    column += 1
  }

  private mutating func obey(_ end: Character, _ parameters: Substring) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch end {
    case "H":
      row = (numbers.first ?? 1) - 1
      column = (numbers.dropFirst().first ?? 1) - 1
    case "C": column += numbers.first ?? 1
    case "K":
      guard row < cells.count, column <= cells[row].count else { return isUnderstood = false }
      for place in column..<cells[row].count { cells[row][place] = .blank }
      if style != "\u{1B}[m" { isUnderstood = false }
    case "J":
      self = Paper(columns: cells.first?.count ?? 0, rows: cells.count)
    case "h", "l": break  // Modes of the terminal, which do not change what is written.
    case "m": style = "\u{1B}[\(parameters)m"
    default: isUnderstood = false
    }
  }
}

extension Style {
  /// The styles that ``Paper`` recognizes.
  ///
  /// It shows all others as normal.
  public static let all = [normal, bold, reversed, Style(color: .green)]
}
