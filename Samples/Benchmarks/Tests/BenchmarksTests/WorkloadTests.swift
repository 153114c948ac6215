// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Testing

@testable import Benchmarks

@Suite struct WorkloadTests {
  private static let all = Catalog.workloads(.quick) + Catalog.curves(.quick).map(\.workload)

  /// Every contender checks its outcome: a lost or repeated delivery ends the round.
  @Test(arguments: all.map(\.name).filter { !["W12", "W14"].contains($0) })
  func `Each contender runs each workload`(name: String) async throws {
    let workload = try #require(Self.all.first { $0.name == name })
    let findings = try await onOwnThread { try Runner(rounds: 1).measure(workload) }
    let contenders = Set(findings.figures.map(\.entrant.id.contender))
    #expect(contenders.contains("Runnel"))
    #expect(contenders.contains("floor"))
    #expect(Set(workload.entrants.map(\.id)).count == workload.entrants.count)
  }

  @Test func `The heap is read from the totals of the allocator's report`() {
    let report = """
      <malloc version="1"><heap nr="0"><total type="rest" count="1" size="7"/>
      <system type="current" size="9"/></heap>
      <total type="fast" count="2" size="100"/>
      <total type="rest" count="3" size="200"/>
      <total type="mmap" count="1" size="5000"/>
      <system type="current" size="1000"/>
      """
    #expect(Heap.bytesInUse(inReport: report) == 5_700)
  }

  @Test func `Workloads can be named`() throws {
    let arguments = ["--only", "w4,W1"]
    let command = try #require(try Root.parseAsRoot(arguments) as? Measure)
    #expect(try command.selected().map(\.name) == ["W1", "W4"])
    let turn = ["turn", "W1", "Runnel", "--one-core", "--warm"]
    #expect(try #require(try Root.parseAsRoot(turn) as? Turn).entrant().id.contender == "Runnel")
  }

  @Test(
    arguments: [
      ["--only", "W99"], ["--only", ","], ["--rounds", "0"], ["--check", "--curves"],
      ["turn", "W1", "unknown"],
    ])
  func `Invalid arguments end the program with 64`(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try Root.parseAsRoot(arguments) }
  }
}

/// Runs a blocking function on its own thread, because the threads of tasks are limited.
func onOwnThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}
