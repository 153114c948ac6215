// SPDX-License-Identifier: MIT

import Foundation

@main
struct Counts {
  @MainActor
  static func main() async {
    if CommandLine.arguments.count == 3, let spaced = Spaced(rawValue: CommandLine.arguments[1]),
      let count = Int(CommandLine.arguments[2])
    {
      return await spaced.run(count)
    }
    let problems = selfCheck()
    guard problems.isEmpty else {
      problems.forEach { print($0) }
      exit(1)
    }
    print(line("operation", ["allocations", "locks", "hops", "bytes"], "holds"))
    var isOver = false
    for operation in Operation.allCases {
      let row = await Row(operation, Counting().cost(of: operation))
      print(row.line)
      if !row.holds { isOver = true }
    }
    if isOver {
      print("A limit is exceeded. See .ci/counts/Sources/counts/Limits.swift")
      exit(1)
    }
    print("All operations are within their limits.")
  }

  private final class Something {
    var number = 0
  }

  /// Returns the problems of the counting itself.
  private static func selfCheck() -> [String] {
    var problems: [String] = []
    var objects: [Something] = []
    objects.reserveCapacity(1_000)
    let before = Tally.now
    for _ in 0..<1_000 { objects.append(Something()) }
    let during = Tally.now
    let counted = during.allocations - before.allocations
    if counted < 1_000 {
      problems.append("1,000 objects were created, and \(counted) allocations counted")
    }
    objects.removeAll(keepingCapacity: true)
    let after = Tally.now
    if abs(after.liveBytes - before.liveBytes) > 100 {
      problems.append(
        "\(after.liveBytes - before.liveBytes) bytes of 1,000 released objects are still counted")
    }
    var sum = 0
    for number in objects.indices { sum += number }
    let still = Tally.now
    if still.allocations != after.allocations {
      problems.append("allocations were counted where there were none")
    }
    return problems
  }
}

/// One operation, with its costs and limits.
private struct Row {
  let line: String
  let holds: Bool

  init(_ operation: Operation, _ tally: Tally) {
    let limit = operation.limit
    let pairs: [(Double, Double?)] = [
      (tally.allocations, limit.allocations), (tally.locks, limit.locks),
      (tally.hops, limit.hops), (operation == .live ? tally.liveBytes : 0, limit.bytes),
    ]
    holds = pairs.allSatisfy { value, limit in limit.map { value <= $0 } ?? true }
    let cells = pairs.map { value, limit in
      let limit = limit.map { "<= \(Row.short($0))" } ?? ""
      // Rounding can result in a negative zero.
      return "\(String(format: "%.3f", value + 0)) \(limit)"
    }
    line = counts.line(operation.rawValue, cells, holds ? "yes" : "NO")
  }

  private static func short(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

private func line(_ name: String, _ cells: [String], _ holds: String) -> String {
  func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
  return padded(name, 38) + cells.map { padded($0, 18) }.joined() + holds
}
