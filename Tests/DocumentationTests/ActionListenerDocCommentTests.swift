// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// The examples of the documentation comments about listeners for actions.
@Suite struct ActionListenerDocCommentTests {
  private typealias CounterFeature = Features.CounterFeature

  private struct Analytics: Sendable {
    let lines = Recorder<String>()
    func record(_ line: String) { lines.record(line) }
  }

  @Test func `The examples of onAction record each action and its result`() async {
    let store = Features.makeStore()
    let disposer = Disposer()
    let analytics = Analytics()
    let counts = Analytics()

    store.onAction { action in analytics.record("\(action)") }.dispose(on: disposer)

    store.scope(\.counter).onAction { counter, action in
      counts.record("\(counter.count) after \(action)")
    }
    .dispose(on: disposer)

    await store.settle(after: CounterFeature.Action.incremented)
    #expect(analytics.lines.values == ["incremented"])
    #expect(counts.lines.values == ["1 after incremented"])
  }
}
