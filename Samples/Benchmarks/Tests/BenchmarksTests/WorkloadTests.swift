// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel
import TestSupport
import Testing

@testable import Benchmarks

/// `WS` starts this very program anew, which a test cannot.
private let measurable = Catalogue.workloads(.quick).map(\.name).filter { $0 != "WS" }

struct WorkloadTests {
  @Test("Everybody does each workload, and comes to the right outcome", arguments: measurable)
  func workloads(name: String) async throws {
    let workload = try #require(Catalogue.workloads(.quick).first { $0.name == name })
    let findings = try await onOwnThread { try Runner(rounds: 1).measure(workload) }
    // Of the heap, other tests take and give back meanwhile.
    #expect(findings.figures.allSatisfy { $0.quantity == .bytes || $0.spread.median > 0 })
    #expect(findings.verdicts.contains { $0.budget.limit != nil })
    // No budget is about somebody who is not there.
    let ids = Set(workload.entrants.map(\.id))
    for budget in workload.budgets {
      #expect(ids.contains(budget.owner))
      #expect(budget.reference.map(ids.contains) ?? true)
    }
  }

  @Test("Everybody does each size of each curve", arguments: Catalogue.curves(.quick).map(\.name))
  func curves(name: String) async throws {
    let curve = try #require(Catalogue.curves(.quick).first { $0.name == name })
    let findings = try await onOwnThread { try Runner(rounds: 1).measure(curve.workload) }
    let series = curve.series(of: findings)
    #expect(series.contains { $0.name == "Runnel" && $0.points.count > 1 })
    #expect(series.contains { $0.name == "floor" })
  }

  @Test("Each workload has Runnel, and a name of its own")
  func distinctNames() {
    let workloads = Catalogue.workloads(.full)
    #expect(Set(workloads.map(\.name)).count == workloads.count)
    #expect(workloads.allSatisfy { $0.entrants.contains { $0.id.contender == "Runnel" } })
    for workload in workloads {
      #expect(Set(workload.entrants.map(\.id)).count == workload.entrants.count)
    }
  }

  @Test("A store with a state of 240 kB works on a stack of 512 kB")
  func largeState() async throws {
    let work = LargeState()
    #expect(MemoryLayout<LargeState.State>.size >= 200_000)
    let reading = try await onOwnThread { try work.runnel() }
    #expect(reading[.overflows] == 0)
  }

  @Test("An action that a store loses is found out")
  func lostActions() async throws {
    let work = Slices(observers: 10, actions: 8, fewerActions: 8)
    await #expect(throws: WrongOutcome.self) {
      try await onOwnThread { try work.round(of: Forgetful.self, actions: 8) }
    }
  }
}

/// A store that tells of changes, and then makes them undone.
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
