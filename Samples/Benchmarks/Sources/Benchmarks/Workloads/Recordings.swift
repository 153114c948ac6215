// SPDX-License-Identifier: MIT

import Foundation
import Harness
import Runnel
import RunnelInsight

/// W15: a burst of actions on a store that is recorded.
///
/// The time is that of the store. Encoding goes on after it. Then the file is read and its actions
/// are counted.
struct Recordings: Sendable {
  struct State: Codable, Sendable { var count = 0 }

  struct Change: Action, Codable { var step = 1 }

  let actions: Int

  func withoutRecording() throws -> Reading {
    let (store, end) = makeStore()
    return try reading(store, end)
  }

  func toFile() throws -> Reading {
    let (store, end) = makeStore()
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).ndjson")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try store.record(to: url)
    let time = try reading(store, end)
    let written = Signal()
    Task {
      try await recording.flush()
      written.send()
    }
    try written.wait()
    try expect("actions in the file", try Session(contentsOf: url).actions.count, is: actions)
    return time
  }

  func inMemory() throws -> Reading {
    let (store, end) = makeStore()
    let flight = store.record(last: 5_000)
    defer { flight.dispose() }
    return try reading(store, end)
  }

  private func makeStore() -> (store: Store<State>, end: Signal) {
    let (end, actions) = (Signal(), actions)
    let reducer = Reducer<State>.updating(Change.self) { state, change in
      state.count += change.step
      if state.count == actions { end.send() }
    }
    return (Store(state: State(), reducer: reducer), end)
  }

  private func reading(_ store: Store<State>, _ end: Signal) throws -> Reading {
    store.waitUntilSettled()
    let time = try ContinuousClock().measure {
      for _ in 0..<actions { store.dispatch(Change()) }
      try end.wait()
    }
    store.waitUntilSettled()
    try expect("actions reduced", store.state.count, is: actions)
    return Reading(time, per: actions)
  }
}

extension Recordings {
  static func workload(_ scale: Scale) -> Workload {
    let work = Self(actions: scale.actions(100_000))
    let runnel = Entrant.ID("Runnel")
    return Workload(
      name: "W15",
      title: "\(work.actions.grouped) actions in a burst, until the last one is reduced, recorded",
      entrants: [
        Entrant("Runnel", size: work.actions, round: work.withoutRecording),
        Entrant("Runnel, recorded to a file", size: work.actions, round: work.toFile),
        Entrant("Runnel, last 5,000 actions", size: work.actions, round: work.inMemory),
      ],
      budgets: [
        Budget(.init("Runnel, recorded to a file"), against: runnel, atMost: 12),
        Budget(.init("Runnel, last 5,000 actions"), against: runnel, atMost: 12),
      ]
    )
  }
}
