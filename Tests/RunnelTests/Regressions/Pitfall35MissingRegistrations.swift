// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// A container of dependencies ended the program when it was asked for one that nobody had registered.
///
/// What a reducer works with it captures, and what a boundary works with is asked for when it is made: without
/// it neither compiles, which `.ci/refusals` checks. What is registered at run time are handlers of commands.
@Suite struct Pitfall35MissingRegistrations {
  private struct Load: Command {
    let name: String
  }

  private enum Step: Action {
    case began
    case loaded
  }

  @Test func `Pitfall 35: a command without a handler is reported, and the store continues`() async {
    let reports = Recorder<String>()
    let listening = Misuse.onWarning { misuse in
      if misuse.message.contains("lonesome") { reports.record(misuse.message) }
    }
    let store = Store(
      state: [Int](),
      reducer: Reducer<[Int]>.on(Step.self) { steps, step -> Effect in
        switch step {
        case .began:
          steps.append(1)
          return .perform(Load(name: "lonesome"))
        case .loaded:
          steps.append(2)
          return .none
        }
      })
    store.dispatch(Step.began)
    await store.settled(includingEffects: true)
    #expect(reports.count == 1)
    #expect(store.state == [1])

    // Registered later, it is found.
    let handler = store.handle(Load.self) { _ in .once { Step.loaded } }
    store.dispatch(Step.began)
    await store.settled(includingEffects: true)
    #expect(store.state == [1, 1, 2])
    #expect(reports.count == 1)
    handler.dispose()
    listening.dispose()
  }
}
