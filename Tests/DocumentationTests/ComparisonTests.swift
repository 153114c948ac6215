// SPDX-License-Identifier: MIT

import Observation
import Runnel
import RunnelTestSupport
import Testing

/// The examples of the page that compares Runnel with other libraries.
@Suite struct ComparisonTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor @Observable final class CounterModel {
    private(set) var count = 0

    func increment() { count += 1 }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test @MainActor func `A model of the main actor changes in the call`() {
    let model = CounterModel()
    model.increment()
    #expect(model.count == 1)
  }

  @Test func `An action calls only the reducers of its type`() async {
    struct First: Action {}
    struct Second: Action {}
    let calls = Recorder<String>()
    let reducer = Reducer<Int> {
      Reducer.updating(First.self) { count, _ in calls.record("first") }
      Reducer.updating(Second.self) { count, _ in calls.record("second") }
    }
    let store = Store(state: 0, reducer: reducer)
    await store.settle(after: Second())
    #expect(calls.values == ["second"])
  }
}
