// SPDX-License-Identifier: MIT

import Foundation
import Runnel

extension LoadFeature {
  /// A line of the load, in parts that an app can style separately.
  public struct Line: Equatable, Sendable {
    /// The level of the load: up to three fifths, up to nine tenths, or more.
    public enum Level: Sendable { case calm, busy, full }

    /// The name and the current value, with the same number of characters on every line.
    public var label: String
    /// The history as a sparkline, the newest on the right.
    public var graph: String
    /// Additional information.
    public var note: String
    /// The current level.
    public var level: Level
  }
}

/// A view that shows the history as two sparklines.
public final class LoadPane: ViewComponent {
  /// Owns the connection.
  public let disposer = Disposer()
  /// The samples that are shown, the newest last, set by the connection.
  public var props: [LoadFeature.Sample] = [] { didSet { draw() } }

  /// The number of columns.
  public var width = 80 {
    didSet { if width != oldValue { draw() } }
  }

  private let show: ([LoadFeature.Line]) -> Void

  init(show: @escaping ([LoadFeature.Line]) -> Void) { self.show = show }

  private func draw() { show(Self.lines(for: props, width: width)) }

  /// Returns the lines for the samples, at most `width` columns wide.
  nonisolated static func lines(for samples: [LoadFeature.Sample], width: Int) -> [LoadFeature.Line]
  {
    let last = samples.last
    let note = last.map { "\(gigabytes($0.memoryUsed)) of \(gigabytes($0.memoryTotal)) GB" } ?? ""
    let room = min(LoadFeature.capacity, width - 12 - (note.isEmpty ? 0 : note.count + 2))
    return [
      line("CPU", last?.processor, samples.map(\.processor), room, note: ""),
      line("MEM", last?.memory, samples.map(\.memory), room, note: note),
    ]
  }

  private nonisolated static func line(
    _ name: String, _ now: Double?, _ history: [Double], _ room: Int, note: String
  ) -> LoadFeature.Line {
    let share = now.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
    let value = share.map { "\(Int(($0 * 100).rounded()))%" } ?? "-"
    return LoadFeature.Line(
      label: name + String(repeating: " ", count: 6 - value.count) + value,
      graph: sparkline(history, width: room),
      note: note,
      level: (share ?? 0) > 0.9 ? .full : (share ?? 0) > 0.6 ? .busy : .calm)
  }

  /// Returns bytes in units of 2³⁰, with one decimal.
  private nonisolated static func gigabytes(_ bytes: UInt64) -> String {
    String(format: "%.1f", Double(bytes) / 1_073_741_824)
  }
}

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
