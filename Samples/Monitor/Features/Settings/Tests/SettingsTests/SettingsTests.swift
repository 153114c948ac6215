// SPDX-License-Identifier: MIT

import Runnel
import Testing

@testable import Settings

@MainActor @Suite struct SettingsTests {
  private struct Foreign: Action {}

  @Test("The interval goes from step to step, and stops at either end")
  func interval() async {
    #expect(await after(.intervalRaised).values.interval == 2)
    #expect(await after(.intervalLowered).values.interval == 0.5)
    #expect(await after(.intervalLowered, .intervalLowered).values.interval == 0.5)
    let raised = Array(repeating: SettingsFeature.Action.intervalRaised, count: 20)
    #expect(await after(raised).values.interval == 60)
  }

  @Test("From an interval that is no step, the next step is gone to")
  func betweenSteps() async {
    var values = SettingsFeature.Values()
    values.interval = 3
    #expect(await after([.intervalRaised], values).values.interval == 5)
    #expect(await after([.intervalLowered], values).values.interval == 2)
  }

  @Test("The themes follow each other in a circle")
  func themes() async {
    #expect(await after(.themeCycled).values.theme == .light)
    #expect(await after(.themeCycled, .themeCycled).values.theme == .plain)
    #expect(await after(.themeCycled, .themeCycled, .themeCycled).values.theme == .dark)
  }

  @Test("A problem lasts until the settings have been saved")
  func problem() async {
    #expect(await after(.savingFailed("no room"), .themeCycled).problem == "no room")
    #expect(await after(.savingFailed("no room"), .saved).problem == nil)
  }

  @Test("The line says what has been chosen, and what is wrong")
  func line() {
    var state = SettingsFeature.State()
    #expect(SettingsPane.line(for: state).text == "every 1 s · dark")
    #expect(SettingsPane.line(for: state).problem == "")
    state.values.interval = 0.5
    state.problem = "no room"
    #expect(SettingsPane.line(for: state).text == "every 0.5 s · dark")
    #expect(SettingsPane.line(for: state).problem == "no room")
  }

  @Test("The pane draws what has changed, and nothing twice")
  func drawing() async {
    let folder = TemporaryFolder()
    let store = Store(state: SettingsFeature.State(), reducer: SettingsFeature.reducer)
    let file = SettingsFile(path: folder.path("settings.json"))
    var drawn: [String] = []
    let pane = SettingsFeature.start(on: store, file: file) { drawn.append($0.text) }
    #expect(drawn == ["every 1 s · dark"])
    store.dispatch(SettingsFeature.Action.intervalRaised)
    await store.settled()
    store.dispatch(Foreign())
    store.dispatch(SettingsFeature.Action.saved)
    await store.settled()
    #expect(drawn == ["every 1 s · dark", "every 2 s · dark"])
    withExtendedLifetime(pane) {}
  }

  private func after(_ actions: SettingsFeature.Action...) async -> SettingsFeature.State {
    await after(actions)
  }

  private func after(
    _ actions: [SettingsFeature.Action], _ values: SettingsFeature.Values = .init()
  ) async -> SettingsFeature.State {
    let store = Store(state: SettingsFeature.State(values), reducer: SettingsFeature.reducer)
    for action in actions { store.dispatch(action) }
    await store.settled()
    return store.state
  }
}
