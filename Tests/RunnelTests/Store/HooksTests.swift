// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct HooksTests {
  @Test("Hooks hear each action with its number, its parent and the place that it comes from")
  func records() async {
    let heard = Recorder<String>()
    var hooks = Hooks()
    hooks.enqueued = { heard.record("enqueued \($0.sequence) of \($0.parent) at \($0.site.line)") }
    hooks.reduceBegan = { heard.record("began \($0.sequence) \($0.action)") }
    hooks.reduceEnded = { heard.record("ended \($0.sequence) \($0.action)") }
    hooks.announced = { heard.record("announced \($0.sequence) to \($1)") }
    let store = Store(
      state: AppState(), reducer: Reducer(appReducer), hooks: hooks, site: CallSite())
    let line = #line
    let token = store.scope(\.counter).observe { [weak store] in
      if $0 == 1 { store?.dispatch(AppAction.nothing) }
    }
    await store.settled()
    store.dispatch(AppAction.increment)
    await store.settled()
    await store.settled()
    // What one thread hears of one action is in order; when the dispatching thread hears of it is
    // not.
    #expect(
      heard.values.filter { !$0.hasPrefix("enqueued") } == [
        "began 1 increment", "ended 1 increment", "announced 1 to 1",
        "began 2 nothing", "ended 2 nothing", "announced 2 to 0",
      ])
    #expect(
      Set(heard.values.filter { $0.hasPrefix("enqueued") }) == [
        "enqueued 1 of 0 at \(line + 5)", "enqueued 2 of 1 at \(line + 2)",
      ])
    token.dispose()
  }
}
