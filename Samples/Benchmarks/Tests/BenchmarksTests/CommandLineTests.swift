// SPDX-License-Identifier: MIT

import ArgumentParser
import Testing

@testable import Benchmarks

struct CommandLineTests {
  private func parse(_ arguments: String...) throws -> Measure {
    try #require(try Root.parseAsRoot(arguments) as? Measure)
  }

  @Test("Without arguments all workloads are measured, in nine rounds")
  func defaults() throws {
    let command = try parse()
    #expect(command.rounds == 9)
    #expect(
      try command.selected().map(\.name) == [
        "W1", "W2", "W3", "W3m", "W4", "W5", "W6", "W7", "W8", "W8m", "W9", "WS",
      ])
  }

  @Test("Some workloads are named, in any case and order")
  func only() throws {
    #expect(try parse("--only", "w4,W1").selected().map(\.name) == ["W1", "W4"])
  }

  @Test("Some contenders are named")
  func contenders() throws {
    let workloads = try parse("--only", "W1", "--contenders", "runnel,floor").selected()
    #expect(workloads.first?.entrants.map(\.id.contender) == ["Runnel", "floor"])
  }

  @Test("Curves are measured in place of workloads, and to draw them is to measure them")
  func curves() throws {
    let names = ["features", "observers", "array", "producers", "burst"]
    #expect(try parse("--curves").selected().map(\.name) == names)
    #expect(try parse("--svg", "drawings").selected().map(\.name) == names)
  }

  @Test("The build is measured when asked for")
  func build() throws {
    #expect(try parse("--build", "--only", "build").selected().map(\.name) == ["build"])
  }

  @Test(
    "Wrong arguments end the program with 64",
    arguments: [
      ["--only", "W10"], ["--only", ","], ["--rounds", "0"], ["--rounds", "many"], ["--fast"],
      ["--check", "--curves"], ["--contenders", "nobody"], ["stack-probe", "nobody"],
    ])
  func wrongArguments(_ arguments: [String]) {
    do {
      _ = try Root.parseAsRoot(arguments)
      Issue.record("\(arguments) were taken.")
    } catch {
      #expect(Root.exitCode(for: error).rawValue == 64)
    }
  }
}
