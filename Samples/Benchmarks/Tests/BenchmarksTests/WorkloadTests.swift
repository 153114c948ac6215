// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel
import TestSupport
import Testing

@testable import Benchmarks

/// The workloads that don't start their own program again, which a test cannot.
private let measurable = Catalog.workloads(.quick).map(\.name)
  .filter { !["W12", "W14", "WS"].contains($0) }

/// The quantities that other tests of this process change, which run at the same time.
private let shared: Set<Quantity> = [.bytes, .processorTime, .wakeUps]

struct WorkloadTests {
  @Test(arguments: measurable)
  func `Each contender runs each workload with the right outcome`(name: String) async throws {
    let workload = try #require(Catalog.workloads(.quick).first { $0.name == name })
    let findings = try await onOwnThread { try Runner(rounds: 1).measure(workload) }
    #expect(findings.figures.allSatisfy { shared.contains($0.quantity) || $0.spread.median > 0 })
    #expect(findings.verdicts.contains { $0.budget.limit != nil })
    // The entrants of each budget exist.
    let ids = Set(workload.entrants.map(\.id))
    for budget in workload.budgets {
      #expect(ids.contains(budget.owner))
      #expect(budget.reference.map(ids.contains) ?? true)
    }
  }

  @Test(arguments: Catalog.separate(.quick, seconds: 1).map(\.name))
  func `Each contender runs each turn of a separate process`(name: String) async throws {
    let workload = try #require(
      Catalog.separate(.quick, seconds: 1).first { $0.name == name })
    let findings = try await onOwnThread { try Runner(rounds: 1).measure(workload) }
    #expect(findings.readings.count == workload.entrants.count)
  }

  @Test func `Workloads of separate processes have an entrant for each budget`() {
    let workloads = [
      SingleCore.workload(.quick), StartUpWorkloads.workload(.quick),
      Energy.workload(.quick, seconds: 1),
    ]
    for workload in workloads {
      let ids = Set(workload.entrants.map(\.id))
      for budget in workload.budgets {
        #expect(ids.contains(budget.owner))
        #expect(budget.reference.map(ids.contains) ?? true)
      }
    }
  }

  @Test func `A thread can be restricted to one core`() async throws {
    let restricted = try await onOwnThread { (OneCore.restrict(), OneCore.count) }
    #expect(restricted.0 == (OneCore.obstacle == nil))
    if OneCore.obstacle == nil { #expect(restricted.1 == 1) }
  }

  @Test(arguments: Catalog.curves(.quick).map(\.name))
  func `Each contender runs each size of each curve`(name: String) async throws {
    let curve = try #require(Catalog.curves(.quick).first { $0.name == name })
    let findings = try await onOwnThread { try Runner(rounds: 1).measure(curve.workload) }
    let series = curve.series(of: findings)
    #expect(series.contains { $0.name == "Runnel" && $0.points.count > 1 })
    #expect(series.contains { $0.name == "floor" })
  }

  @Test func `Each workload includes Runnel, and has a unique name`() {
    let workloads = Catalog.workloads(.full)
    #expect(Set(workloads.map(\.name)).count == workloads.count)
    #expect(workloads.allSatisfy { $0.entrants.contains { $0.id.contender == "Runnel" } })
    for workload in workloads {
      #expect(Set(workload.entrants.map(\.id)).count == workload.entrants.count)
    }
  }

  @Test func `A store with a state of 240 kB works on a stack of 512 kB`() async throws {
    let work = LargeState()
    #expect(MemoryLayout<LargeState.State>.size >= 200_000)
    let reading = try await onOwnThread { try work.runnel() }
    #expect(reading[.overflows] == 0)
  }

  @Test func `A lost action is detected`() async throws {
    let work = Slices(observers: 10, actions: 8, fewerActions: 8)
    await #expect(throws: WrongOutcome.self) {
      try await onOwnThread { try work.round(of: Forgetful.self, actions: 8) }
    }
  }
}

/// A store that notifies of changes, and then loses them.
private final class Forgetful: ActionStore {
  private let store: RunnelStore<Slices.State, Slices.Change>

  init(
    state: Slices.State,
    reducer: @escaping @Sendable (inout Slices.State, Slices.Change) -> Void
  ) {
    store = RunnelStore(state: state, reducer: reducer)
  }

  func dispatch(_ action: Slices.Change) { store.dispatch(action) }

  func observe<Value: Equatable & Sendable>(
    _ path: any KeyPath<Slices.State, Value> & Sendable,
    _ observer: @escaping @Sendable (Value) -> Void
  ) -> Ending {
    store.observe(path, observer)
  }

  func show<Value: Equatable & Sendable>(
    _ path: any KeyPath<Slices.State, Value> & Sendable,
    _ observer: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    store.show(path, observer)
  }

  var current: Slices.State { Slices.State() }

  func close() { store.close() }
}
