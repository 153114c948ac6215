// SPDX-License-Identifier: MIT

import Foundation

/// The measurements after a wave, when everything has ended.
struct Trough: Sendable {
  let wave: Int
  /// The seconds since the beginning.
  let elapsed: Double
  /// The number of actions reduced since the beginning.
  let actions: Int
  /// The largest number of live objects during the wave.
  let crest: Int
  /// The number of live objects.
  let alive: Int
  let connections: Int
  let memory: Memory

  /// Returns a line of text, whose rate is that since the trough `before`.
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

/// The comparison of the memory in use at the end with that of an early wave.
struct Verdict: Sendable {
  /// Returns the growth of the heap in bytes that is not a finding.
  ///
  /// Each thread of a queue gradually caches up to 1,024 work items of the system, about 80 kB.
  static func tolerance(threads: Int) -> Int { (256 + 100 * threads) * 1024 }

  let text: String
  /// The fault, if any.
  let finding: String?

  init(_ troughs: [Trough]) {
    // In the first waves, buffers reach their sizes, and permanent threads are created.
    let settled = troughs.dropFirst(max(2, troughs.count / 5))
    guard settled.count >= 3, let first = settled.first, let last = settled.last,
      let early = first.memory.heap, let late = last.memory.heap
    else {
      text = "memory: too few waves or figures for a verdict"
      finding = nil
      return
    }
    let slope = Verdict.slope(settled.map { ($0.actions, $0.memory.heap ?? 0) })
    let tolerance = Verdict.tolerance(threads: settled.compactMap(\.memory.threads).max() ?? 16)
    let million = String(format: "%+.1f kB", slope * 1_000_000 / 1024)
    text =
      "memory: heap \(kilobytes(early)) at wave \(first.wave), \(kilobytes(late)) at wave "
      + "\(last.wave) (\(kilobytes(tolerance)) more is tolerated); "
      + "\(million) for each million actions"
    finding =
      late - early > tolerance
      ? "the heap has grown by \(kilobytes(late - early))" : nil
  }

  /// Returns the slope of the least-squares line in bytes for each action.
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
