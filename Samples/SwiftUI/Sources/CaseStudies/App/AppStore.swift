// SPDX-License-Identifier: MIT

import Runnel

/// The store of the app, and everything that lives as long as it.
nonisolated final class AppStore: Sendable {
  let store: Store<AppState>
  private let disposer = Disposer()

  init(clock: any Clock<Duration> = ContinuousClock()) {
    store = Store(state: AppState(), reducer: AppState.reducer, clock: clock)
    store.handle(with: AppHandlers.live).dispose(on: disposer)
    Stopwatch.runTimer(of: store.scope(\.stopwatch, accepting: Stopwatch.Action.self))
      .dispose(on: disposer)
  }
}
