// SPDX-License-Identifier: MIT

import ArgumentParser
import Harness
import Testing

@testable import Benchmarks

struct CommandLineTests {
  private func parse(_ arguments: String...) throws -> Measure {
    try #require(try Root.parseAsRoot(arguments) as? Measure)
  }

  @Test func `Without arguments, all workloads are measured in nine rounds`() throws {
    let command = try parse()
    #expect(command.rounds == 9)
    #expect(
      try command.selected().map(\.name) == [
        "W1", "W2", "W3", "W3m", "W3s", "W3r", "W4", "W5", "W6", "W7", "W8", "W8m", "W9", "W10",
        "W11", "W12", "W13", "W14", "W15", "WS",
      ])
  }

  @Test func `Workloads can be named, in any case and order`() throws {
    #expect(try parse("--only", "w4,W1").selected().map(\.name) == ["W1", "W4"])
  }

  @Test func `Contenders can be named`() throws {
    let workloads = try parse("--only", "W1", "--contenders", "runnel,floor").selected()
    #expect(workloads.first?.entrants.map(\.id.contender) == ["Runnel", "floor"])
  }

  @Test func `Runnel also names its variants`() throws {
    let workloads = try parse("--only", "W13", "--contenders", "runnel").selected()
    let contenders = workloads.flatMap(\.entrants).map(\.id.contender)
    #expect(Set(contenders) == ["Runnel", "Runnel, typed"])
  }

  @Test func `Curves are measured instead of workloads, and drawing them implies measuring them`()
    throws
  {
    let names = ["features", "observers", "array", "producers", "burst"]
    #expect(try parse("--curves").selected().map(\.name) == names)
    #expect(try parse("--svg", "drawings").selected().map(\.name) == names)
  }

  @Test func `Builds are measured on request`() throws {
    let names = try parse("--build", "--only", "compile,build").selected().map(\.name)
    #expect(names == ["build", "compile"])
  }

  @Test func `Energy is measured on request, for a minute each`() throws {
    let command = try parse("--energy", "--only", "energy")
    #expect(command.seconds == 60)
    #expect(try command.selected().map(\.name) == ["energy"])
  }

  @Test(
    arguments: [
      ["W1", "Runnel", "--one-core", "--warm", "--quick"], ["W3", "block", "40 µs apart"],
      ["start-up", "floor", "10 features"], ["energy", "nothing", "idle", "--seconds", "1"],
    ])
  func `A separate process runs one turn`(_ arguments: [String]) throws {
    let turn = try #require(try Root.parseAsRoot(["turn"] + arguments) as? Turn)
    #expect(try turn.entrant().id.contender == arguments[1])
  }

  @Test func `The output of a separate process is a reading`() {
    let reading = Turn.reading(from: "time 12.5\nwakeUps 3.0\nsomething else\n")
    #expect(reading == Reading([.time: 12.5, .wakeUps: 3]))
  }

  @Test(
    arguments: [
      ["--only", "W99"], ["--only", ","], ["--rounds", "0"], ["--rounds", "many"], ["--fast"],
      ["--check", "--curves"], ["--contenders", "unknown"], ["stack-probe", "unknown"],
      ["turn", "W1", "unknown"], ["turn", "W99", "Runnel"], ["--energy", "--seconds", "0"],
    ])
  func `Invalid arguments end the program with 64`(_ arguments: [String]) {
    do {
      _ = try Root.parseAsRoot(arguments)
      Issue.record("\(arguments) were accepted.")
    } catch {
      #expect(Root.exitCode(for: error).rawValue == 64)
    }
  }
}
