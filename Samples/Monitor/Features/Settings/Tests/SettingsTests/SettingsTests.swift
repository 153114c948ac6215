// SPDX-License-Identifier: MIT

import Runnel
import Testing

@testable import Settings

@MainActor @Suite struct SettingsTests {
  private struct Foreign: Action {}

  @Test func `The interval moves from step to step, and stops at either end`() async {
    #expect(await after(.intervalRaised).values.interval == 2)
    #expect(await after(.intervalLowered).values.interval == 0.5)
    #expect(await after(.intervalLowered, .intervalLowered).values.interval == 0.5)
    let raised = Array(repeating: SettingsFeature.Action.intervalRaised, count: 20)
    #expect(await after(raised).values.interval == 60)
  }

  @Test func `An interval between two steps moves to the next step`() async {
    var values = SettingsFeature.Values()
    values.interval = 3
    #expect(await after([.intervalRaised], values).values.interval == 5)
    #expect(await after([.intervalLowered], values).values.interval == 2)
  }

  @Test func `The themes cycle`() async {
    #expect(await after(.themeCycled).values.theme == .light)
    #expect(await after(.themeCycled, .themeCycled).values.theme == .plain)
    #expect(await after(.themeCycled, .themeCycled, .themeCycled).values.theme == .dark)
  }

  @Test func `A problem lasts until the settings have been saved`() async {
    #expect(await after(.savingFailed("no room"), .themeCycled).problem == "no room")
    #expect(await after(.savingFailed("no room"), .saved).problem == nil)
  }

  @Test func `The line shows the settings, and the problem`() {
    var state = SettingsFeature.State()
    #expect(SettingsPane.line(for: state).text == "every 1 s · dark")
    #expect(SettingsPane.line(for: state).problem == "")
    state.values.interval = 0.5
    state.problem = "no room"
    #expect(SettingsPane.line(for: state).text == "every 0.5 s · dark")
    #expect(SettingsPane.line(for: state).problem == "no room")
  }

  @Test func `The pane draws each change once`() async {
    let folder = TemporaryFolder()
    let app = Store(state: SettingsFeature.State(), reducer: SettingsFeature.reducer)
    let store = app.accepting(SettingsFeature.Action.self)
    let file = SettingsFile(path: folder.path("settings.json"))
    var drawn: [String] = []
    let pane = SettingsFeature.start(on: store, file: file) { drawn.append($0.text) }
    #expect(drawn == ["every 1 s · dark"])
    store.dispatch(.intervalRaised)
    await store.settled()
    app.dispatch(Foreign())
    store.dispatch(.saved)
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
