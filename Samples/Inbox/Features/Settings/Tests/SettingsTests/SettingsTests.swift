// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTesting
import Testing

@testable import Settings

@Suite struct SettingsTests {
  typealias State = SettingsFeature.State

  private func decoded<Value: Decodable>(_ json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
  }

  @Test func `Each action changes one setting`() async {
    let store = TestStore(state: State(), reducer: SettingsFeature.reducer)
      .accepting(SettingsFeature.Action.self)
    for theme in [SettingsFeature.Theme.light, .plain, .dark] {
      await store.send(.themeCycled) { $0.theme = theme }
    }
    await store.send(.themeChanged(.light)) { $0.theme = .light }
    await store.send(.pageSizeChanged(100)) { $0.pageSize = 100 }
    await store.send(.archivedToggled) { $0.showsArchived = true }
    await store.send(.archivedToggled) { $0.showsArchived = false }
    await store.send(.offlineToggled) { $0.isOffline = true }
    await store.send(.offlineToggled) { $0.isOffline = false }
    await store.send(.signatureChanged("Ada")) { $0.signature = "Ada" }
    await store.finish()
  }

  @Test(arguments: [(9, 10), (10, 10), (200, 200), (201, 200), (-1, 10), (Int.max, 200)])
  func `The size of a page is clamped everywhere`(size: Int, clamped: Int) throws {
    #expect(State(pageSize: size).pageSize == clamped)
    #expect(State(SettingsV1(dark: true, pageSize: size)).pageSize == clamped)
    var state = State()
    SettingsFeature.reducer.reduce(&state, SettingsFeature.Action.pageSizeChanged(size))
    #expect(state.pageSize == clamped)
    let file: State = try decoded(
      """
      {"theme": "plain", "pageSize": \(size), "showsArchived": true, "isOffline": true,
       "signature": "Ada"}
      """)
    #expect(
      file
        == State(
          theme: .plain, pageSize: clamped, showsArchived: true, isOffline: true, signature: "Ada"))
  }

  @Test func `Settings survive a file`() throws {
    let state = State(
      theme: .light, pageSize: 20, showsArchived: false, isOffline: true, signature: "–\nAda")
    #expect(try JSONDecoder().decode(State.self, from: JSONEncoder().encode(state)) == state)
    #expect(throws: DecodingError.self) { try decoded("{}") as State }
  }

  @Test func `Settings of version 1 become settings of version 2`() throws {
    #expect(SettingsFeature.version == 2)
    let dark: SettingsV1 = try decoded(#"{"dark": true, "pageSize": 30}"#)
    #expect(State(dark) == State(theme: .dark, pageSize: 30))
    let light: SettingsV1 = try decoded(#"{"dark": false, "pageSize": 30}"#)
    #expect(State(light) == State(theme: .light, pageSize: 30))
  }

  @Test func `The summary has all that is on`() {
    #expect(State().summary == "dark · 50 per page · online")
    let state = State(
      theme: .plain, pageSize: 20, showsArchived: true, isOffline: true, signature: "Ada")
    #expect(state.summary == "plain · 20 per page · archived shown · signed · offline")
  }
}
