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
    checkCounting()
    printLine("operation", ["allocations", "locks", "hops", "bytes"], "holds")
    var isOver = false
    for operation in Operation.all {
      let tally = await operation.cost()
      // Rounding can result in a negative zero.
      let cells = (0..<4).map { index in
        String(format: "%.3f", tally[index] + 0)
          + (operation.limit[index] < .infinity ? " <= \(operation.limit[index])" : "")
      }
      let holds = (tally .<= operation.limit) == SIMDMask(repeating: true)
      printLine(operation.name, cells, holds ? "yes" : "NO")
      isOver = isOver || !holds
    }
    if isOver { fail("A limit is exceeded. See .ci/counts/Sources/counts/Operations.swift") }
    print("All operations are within their limits.")
  }

  private final class Something {
    var number = 0
  }

  /// Checks the counting itself.
  private static func checkCounting() {
    var objects: [Something] = []
    objects.reserveCapacity(1_000)
    let before = Tally.now
    for _ in 0..<1_000 { objects.append(Something()) }
    let created = (Tally.now - before).allocations
    if created < 1_000 { fail("1,000 objects were created, and \(created) allocations counted") }
    objects.removeAll(keepingCapacity: true)
    let after = Tally.now
    let left = (after - before).liveBytes
    if abs(left) > 100 { fail("\(left) bytes of 1,000 released objects are still counted") }
    var sum = 0
    for number in objects.indices { sum += number }
    if Tally.now.allocations != after.allocations {
      fail("allocations were counted where there were none")
    }
  }

  private static func fail(_ problem: String) -> Never {
    print(problem)
    exit(1)
  }

  private static func printLine(_ name: String, _ cells: [String], _ holds: String) {
    func padded(_ text: String, _ width: Int) -> String {
      text.padding(toLength: width, withPad: " ", startingAt: 0)
    }
    print(padded(name, 38) + cells.map { padded($0, 18) }.joined() + holds)
  }
}
