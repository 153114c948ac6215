// SPDX-License-Identifier: MIT

import Runnel
import Settings

/// The store and everything that is connected to it.
@MainActor
final class Monitor {
  let store: Store<AppState>
  let dashboard: Dashboard
  private let file: SettingsFile
  private let sampler: Sampler

  init(
    settings: SettingsFile,
    source: sending any SystemSource,
    log: LogSink? = nil,
    startTicking: @escaping Sampler.StartTicking = Sampler.startTimer
  ) {
    file = settings
    let logger = log.map { Middleware<AppState.Choices>.logger(.actions, .changes, to: $0) }
    store = Store(
      state: AppState(settings: settings.load()), reducer: appReducer,
      middleware: [translation] + (logger.map { [$0.scope(\.choices)] } ?? []))
    dashboard = Dashboard(store: store, file: settings)
    sampler = Sampler(source, dispatcher: store, startTicking: startTicking)
  }

  /// Starts to sample the system.
  func start() {
    let props = store.derive(\.settings.values.interval, \.isPaused) { interval, isPaused in
      Sampler.Props(interval: interval, isPaused: isPaused)
    }
    sampler.connect(to: props)
  }
}
