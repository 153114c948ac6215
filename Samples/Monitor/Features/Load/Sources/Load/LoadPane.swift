// SPDX-License-Identifier: MIT

import Runnel

extension LoadFeature {
  /// A line of the load, in parts that an app can style separately.
  public struct Line: Equatable, Sendable {
    /// The level of the load.
    public enum Level: Sendable {
      /// At most three fifths are in use.
      case calm
      /// More than three fifths are in use.
      case busy
      /// More than nine tenths are in use.
      case full
    }

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
    let tenths = (Double(bytes) / 1_073_741_824 * 10).rounded()
    return "\(UInt64(tenths) / 10).\(UInt64(tenths) % 10)"
  }
}
