// SPDX-License-Identifier: MIT

import Runnel

extension LoadFeature {
  /// A line of the load, in parts, so that whoever draws it can tell them apart.
  public struct Line: Equatable, Sendable {
    /// How bad it is.
    public enum Level: Sendable {
      /// There is enough left.
      case calm
      /// More than three fifths are in use.
      case busy
      /// More than nine tenths are in use.
      case full
    }

    /// What has been measured, and how much of it there is, in as many characters on every line.
    public var label: String
    /// The history as a sparkline, the newest on the right.
    public var graph: String
    /// What else there is to say.
    public var note: String
    /// How bad it is now.
    public var level: Level
  }
}

/// Shows the history as two sparklines.
public final class LoadPane: ViewComponent {
  /// Owns the connection.
  public let disposer = Disposer()
  /// The samples that are shown, the newest last; set by the connection.
  public var props: [LoadFeature.Sample] = [] { didSet { draw() } }

  /// How many columns there are.
  public var width = 80 {
    didSet { if width != oldValue { draw() } }
  }

  private let show: ([LoadFeature.Line]) -> Void

  init(show: @escaping ([LoadFeature.Line]) -> Void) { self.show = show }

  private func draw() { show(Self.lines(for: props, width: width)) }

  /// What there is to see of the samples on so many columns.
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

  /// Bytes in units of 2³⁰, with one decimal.
  private nonisolated static func gigabytes(_ bytes: UInt64) -> String {
    let tenths = (Double(bytes) / 1_073_741_824 * 10).rounded()
    return "\(UInt64(tenths) / 10).\(UInt64(tenths) % 10)"
  }
}
