// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Harness

struct RunnerTests {
  @Test("Everybody has a round in turn, after one that does not count")
  func interleaves() throws {
    let log = Log()
    let workload = Workload(
      name: "W", title: "", entrants: ["a", "b", "c"].map { log.entrant($0) })
    let findings = try Runner(rounds: 2).measure(workload)
    #expect(log.names == ["a", "b", "c", "a", "b", "c", "a", "c", "b"])
    #expect(findings.readings[.init("a")]?.count == 2)
  }

  @Test("Every round begins with another, and every second one goes backwards")
  func rotates() {
    #expect(Runner.order([1, 2, 3], inRound: 0) == [1, 2, 3])
    #expect(Runner.order([1, 2, 3], inRound: 1) == [1, 3, 2])
    #expect(Runner.order([1, 2, 3], inRound: 2) == [3, 1, 2])
    #expect(Runner.order([Int](), inRound: 2) == [])
  }

  @Test("A wrong outcome ends the measurement, and says whose it is")
  func wrongOutcome() {
    let workload = Workload(
      name: "W7", title: "",
      entrants: [
        Entrant("leaky", "10 observers", size: 10) {
          try expect("actions reduced", 9, is: 10)
          return Reading([.time: 1])
        }
      ])
    #expect(throws: WrongOutcome("W7, leaky, 10 observers: actions reduced: 9, not 10")) {
      try Runner(rounds: 1).measure(workload)
    }
  }

  @Test("Whoever cannot do it is left out, with the reason")
  func unable() throws {
    let workload = Workload(
      name: "W", title: "", entrants: [Entrant("a", size: 1, unableBecause: "has no effects")])
    let findings = try Runner(rounds: 1).measure(workload)
    #expect(findings.absences == [.init("a"): "has no effects"])
    #expect(findings.figures.isEmpty)
  }

  @Test("Who takes too long is left out, and is not asked for larger sizes")
  func impatience() throws {
    let log = Log()
    let workload = Workload(
      name: "W", title: "", entrants: [10, 100].map { log.entrant("a", "\($0)", size: $0) })
    let findings = try Runner(rounds: 3, patience: .zero).measure(workload)
    #expect(log.names == ["a"])
    #expect(findings.absences.count == 2)
  }

  @Test("Where more rounds would show nothing new, there are no more")
  func mostRounds() throws {
    let log = Log()
    let workload = Workload(name: "W", title: "", entrants: [log.entrant("a")], mostRounds: 1)
    let findings = try Runner(rounds: 9).measure(workload)
    #expect(findings.readings[.init("a")]?.count == 1)
  }
}

/// Who had a round, in order.
private final class Log: Sendable {
  private let entries = Mutex<[String]>([])

  var names: [String] { entries.withLock { $0 } }

  func entrant(_ name: String, _ setting: String = "", size: Int = 1) -> Entrant {
    Entrant(name, setting, size: size) { [self] in
      entries.withLock { $0.append(name) }
      return Reading([.time: 1])
    }
  }
}
