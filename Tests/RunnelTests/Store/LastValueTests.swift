// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// The last values of scopes whose value disappears after a row of it has been reduced.
@Suite struct LastValueTests {
  private struct Draft: Equatable, Sendable, Identifiable {
    var id: Int
    var text = ""
  }

  private struct Drafts: Equatable, Sendable {
    var name = ""
    var drafts = [Draft(id: 1), Draft(id: 2)]
  }

  private struct State: Equatable, Sendable {
    var list: Drafts? = Drafts()
  }

  private struct Change: Action {
    var newID: Int?
    var closes = false
  }

  private let store = Store(
    state: State(),
    reducer: Reducer<State> {
      Reducer<Draft>.updating(Change.self) { draft, change in
        draft.text += "!"
        draft.id = change.newID ?? draft.id
      }.forEach(\.drafts).ifPresent(\.list)
      Reducer<State>.updating(Change.self) { state, change in
        state.list?.name += "."
        if change.closes { state.list = nil }
      }
    })

  @Test(arguments: [false, true], [nil, 7])
  func `Contract 27: a scope keeps a last value if a row changes while it disappears`(
    isObserved: Bool, newID: Int?
  ) async throws {
    let list = try #require(store.ifPresent(\.list))
    let row = try #require(list.scope(\.drafts, id: 2))
    let observed = isObserved ? list.recordValues() : nil
    list.dispatch(Change(), to: \.drafts, id: 1)
    await store.settled()
    // A scope once kept an older value than that of the last reducer, inside or outside.
    #expect(list.state == Drafts(name: ".", drafts: [Draft(id: 1, text: "!"), Draft(id: 2)]))
    list.dispatch(Change(newID: newID, closes: true), to: \.drafts, id: 1)
    await store.settled()
    #expect(store.state.list == nil)
    #expect(row.state == Draft(id: 2))
    // An observed scope keeps the value of the last state. Another one has let the reducer of the
    // row change the value in place, and keeps the result.
    let last = isObserved ? Draft(id: 1, text: "!") : Draft(id: newID ?? 1, text: "!!")
    #expect(list.state.drafts == [last, Draft(id: 2)])
    #expect(list.state.name.hasPrefix("."))
    #expect(observed?.values.last?.drafts ?? [last, Draft(id: 2)] == list.state.drafts)
  }

  @Test(arguments: [false, true])
  func `Contract 27: scopes keep a last value after a row has changed its ID`(
    isObserved: Bool
  ) async throws {
    let list = try #require(store.ifPresent(\.list))
    let row = try #require(list.scope(\.drafts, id: 1))
    let observed = isObserved ? row.recordValues() : nil
    list.dispatch(Change(newID: 7), to: \.drafts, id: 1)
    await store.settled()
    #expect(list.state.drafts == [Draft(id: 7, text: "!"), Draft(id: 2)])
    let last = isObserved ? Draft(id: 1) : Draft(id: 7, text: "!")
    #expect(row.state == last)
    list.dispatch(Change(closes: true), to: \.drafts, id: 2)
    await store.settled()
    #expect(store.state.list == nil)
    #expect(list.state.drafts.map(\.id) == [7, 2])
    #expect(row.state == last)
    #expect(observed?.values ?? [Draft(id: 1)] == [Draft(id: 1)])
  }

  private enum Screen: Equatable, Sendable {
    case drafts(Drafts)
    case names([String])
    case others(Drafts)
  }

  private struct Renamed: Action {}

  /// A reducer of one case once gave its payload to the scopes of the others, whatever their types.
  @Test func `Contract 27: the scope of an absent case keeps its value while another one changes`()
    async throws
  {
    struct App: Equatable, Sendable { var screen = Screen.drafts(Drafts(name: "a")) }
    let (drafts, names, others) = (
      CasePath(Screen.drafts), CasePath(Screen.names), CasePath(Screen.others)
    )
    let store = Store(
      state: App(),
      reducer: Reducer<App> {
        Reducer.edits
        Reducer<Drafts>.updating(Renamed.self) { drafts, _ in drafts.name += "!" }.ifCase(
          \App.screen, drafts)
        Reducer<[String]>.updating(Renamed.self) { names, _ in names.append("n") }
          .ifCase(\App.screen, names)
        Reducer<Drafts>.updating(Renamed.self) { drafts, _ in drafts.name += "?" }.ifCase(
          \App.screen, others)
      })
    let first = try #require(store.ifCase(\.screen, drafts))
    let list = first.scope(\.drafts)
    for screen in [Screen.names(["x", "y"]), .others(Drafts(name: "b", drafts: []))] {
      store.edit { $0.screen = screen }
      for _ in 0..<3 { store.dispatch(Renamed()) }
      await store.settled()
      #expect(first.state == Drafts(name: "a"))
      #expect(list.state.count == 2)
    }
    #expect(store.state.screen == .others(Drafts(name: "b???", drafts: [])))
    store.edit { $0.screen = .drafts(Drafts(name: "c")) }
    store.dispatch(Renamed())
    await store.settled()
    #expect(first.state.name == "c!")
  }
}
