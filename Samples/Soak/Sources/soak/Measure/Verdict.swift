// SPDX-License-Identifier: MIT

import Foundation

/// What there was when all was still after a wave.
struct Trough: Sendable {
  let wave: Int
  /// Seconds since the beginning.
  let elapsed: Double
  /// Actions reduced since the beginning.
  let actions: Int
  /// How much was alive at the most.
  let crest: Int
  /// How much is alive.
  let alive: Int
  let connections: Int
  let memory: Memory

  /// - Parameter before: The trough before this.
  func line(after before: Trough?) -> String {
    let seconds = elapsed - (before?.elapsed ?? 0)
    let rate = Double(actions - (before?.actions ?? 0)) / max(seconds, 0.001)
    return [
      String(format: "%7.1f s", elapsed),
      "wave \(wave)",
      "\(actions) actions",
      String(format: "%.0f/s", rate),
      "alive \(crest) -> \(alive)",
      "heap \(kilobytes(memory.heap))",
      "RSS \(kilobytes(memory.resident))",
      "threads \(memory.threads.map(String.init) ?? "?")",
      "connections \(connections)",
    ].joined(separator: "  ")
  }
}

/// Whether the memory in use was the same at the end as it was early on.
struct Verdict: Sendable {
  /// How much more the heap may hold at the last trough than at the early one.
  ///
  /// Each thread of a queue keeps up to 1,024 of the system's work items to use them again, which is 80 kB or
  /// so, and fills that store by and by.
  static func tolerance(threads: Int) -> Int { (256 + 100 * threads) * 1024 }

  let text: String
  /// What is wrong.
  let finding: String?

  init(_ troughs: [Trough]) {
    // In the first waves buffers find their sizes and threads are made that stay.
    let settled = troughs.dropFirst(max(2, troughs.count / 5))
    guard settled.count >= 3, let first = settled.first, let last = settled.last,
      let early = first.memory.heap, let late = last.memory.heap
    else {
      text = "memory: too few waves, or no figures, to say"
      finding = nil
      return
    }
    let slope = Verdict.slope(settled.map { ($0.actions, $0.memory.heap ?? 0) })
    let tolerance = Verdict.tolerance(threads: settled.compactMap(\.memory.threads).max() ?? 16)
    let million = String(format: "%+.1f kB", slope * 1_000_000 / 1024)
    text =
      "memory: heap \(kilobytes(early)) at wave \(first.wave), \(kilobytes(late)) at wave "
      + "\(last.wave) (\(kilobytes(tolerance)) more is taken for none); "
      + "\(million) for each million actions"
    finding =
      late - early > tolerance
      ? "the heap has grown by \(kilobytes(late - early))" : nil
  }

  /// By least squares.
  static func slope(_ points: [(actions: Int, bytes: Int)]) -> Double {
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + Double($1.actions) } / count
    let meanY = points.reduce(0) { $0 + Double($1.bytes) } / count
    var products = 0.0
    var squares = 0.0
    for (actions, bytes) in points {
      products += (Double(actions) - meanX) * (Double(bytes) - meanY)
      squares += (Double(actions) - meanX) * (Double(actions) - meanX)
    }
    return squares == 0 ? 0 : products / squares
  }
}

private func kilobytes(_ bytes: Int?) -> String {
  bytes.map { "\($0 / 1024) kB" } ?? "?"
}
