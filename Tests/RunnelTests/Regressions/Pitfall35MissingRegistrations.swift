// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// A dependency container ended the program if a dependency was not registered.
///
/// A reducer captures its dependencies, and a boundary receives them in its initializer. Without
/// them neither compiles, which `.ci/refusals` checks. Only command handlers are added at run time.
@Suite struct Pitfall35MissingRegistrations {
  private struct Load: Command {
    let name: String
  }

  private enum Step: Action {
    case began
    case loaded
  }

  @Test func `Pitfall 35: a command without a handler is reported and the store continues`() async {
    let warnings = WarningRecorder(containing: "lonesome")
    let store = Store(
      state: [Int](),
      reducer: Reducer<[Int]>.on(Step.self) { steps, step -> EffectOf<Step> in
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
    #expect(warnings.messages.count == 1)
    #expect(store.state == [1])

    // A handler that is added later performs the command.
    let handler = store.handle(Load.self) { _ in .once { Step.loaded } }
    store.dispatch(Step.began)
    await store.settled(includingEffects: true)
    #expect(store.state == [1, 1, 2])
    #expect(warnings.messages.count == 1)
    handler.dispose()
  }
}
