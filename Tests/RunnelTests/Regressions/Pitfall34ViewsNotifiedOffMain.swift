// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// Views were notified on the thread of the change, and read a state older than their value.
@Suite struct Pitfall34ViewsNotifiedOffMain {
  @MainActor private final class Checking: ViewComponent {
    let disposer = Disposer()
    var isElsewhere = 0
    var isOlder = 0
    let store: Store<AppState>
    var props = -1 {
      didSet {
        if !MainQueue.isCurrent { isElsewhere += 1 }
        if store.state.counter < props { isOlder += 1 }
      }
    }
    init(_ store: Store<AppState>) { self.store = store }
  }

  @Test @MainActor
  func `Pitfall 34: views are notified on the main thread, with a current state`() async {
    let store = makeStore()
    let view = Checking(store)
    view.connect(to: store.scope(\.counter))
    await onThreads(2) { _ in for _ in 0..<500 { store.dispatch(AppAction.increment) } }
    await store.settled()
    #expect(view.props == 1_000)
    #expect(view.isElsewhere == 0)
    #expect(view.isOlder == 0)
  }
}
