// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Harness

struct RunnerTests {
  @Test func `Each entrant has a turn in each round, after one round to warm up`() throws {
    let log = Log()
    let workload = Workload(
      name: "W", title: "", entrants: ["a", "b", "c"].map { log.entrant($0) })
    let findings = try Runner(rounds: 2).measure(workload)
    #expect(log.names == ["a", "b", "c", "a", "b", "c", "a", "c", "b"])
    #expect(findings.readings[.init("a")]?.count == 2)
  }

  @Test func `Each round begins with another entrant, and every second one is reversed`() {
    #expect(Runner.order([1, 2, 3], inRound: 0) == [1, 2, 3])
    #expect(Runner.order([1, 2, 3], inRound: 1) == [1, 3, 2])
    #expect(Runner.order([1, 2, 3], inRound: 2) == [3, 1, 2])
    #expect(Runner.order([Int](), inRound: 2) == [])
  }

  @Test func `A wrong outcome ends the measurement, with the name of the entrant`() {
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

  @Test func `An entrant that cannot run the workload is excluded, with the reason`() throws {
    let workload = Workload(
      name: "W", title: "", entrants: [Entrant("a", size: 1, unableBecause: "has no effects")])
    let findings = try Runner(rounds: 1).measure(workload)
    #expect(findings.absences == [.init("a"): "has no effects"])
    #expect(findings.figures.isEmpty)
  }

  @Test func `A slow entrant is excluded, together with its larger sizes`() throws {
    let log = Log()
    let workload = Workload(
      name: "W", title: "", entrants: [10, 100].map { log.entrant("a", "\($0)", size: $0) })
    let findings = try Runner(rounds: 3, patience: .zero).measure(workload)
    #expect(log.names == ["a"])
    #expect(findings.absences.count == 2)
  }

  @Test func `A workload can do without the round to warm up`() throws {
    let log = Log()
    let workload = Workload(name: "W", title: "", entrants: [log.entrant("a")], warmsUp: false)
    let findings = try Runner(rounds: 2).measure(workload)
    #expect(log.names == ["a", "a"])
    #expect(findings.readings[.init("a")]?.count == 2)
  }

  @Test func `An entrant can run alone`() throws {
    let log = Log()
    #expect(try log.entrant("a").run() == Reading([.time: 1]))
    #expect(log.names == ["a"])
    let unable = Entrant("b", size: 1, unableBecause: "has no effects")
    #expect(unable.obstacle == "has no effects")
    #expect(throws: WrongOutcome("b cannot run: has no effects")) { try unable.run() }
  }

  @Test func `A workload can limit the number of rounds`() throws {
    let log = Log()
    let workload = Workload(name: "W", title: "", entrants: [log.entrant("a")], mostRounds: 1)
    let findings = try Runner(rounds: 9).measure(workload)
    #expect(findings.readings[.init("a")]?.count == 1)
  }
}

/// The names of the entrants, in the order of their turns.
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
