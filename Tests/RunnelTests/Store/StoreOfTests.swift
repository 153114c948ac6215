// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct StoreOfTests {
  private enum Search {
    struct Hit: Equatable, Sendable, Identifiable {
      let id: Int
      var title = ""
    }

    struct State: Equatable, Sendable {
      var text = ""
      var hits: [Hit] = []
      var selected: Hit?
    }

    enum Action: Runnel.Action, Equatable {
      case typed(String)
      case found([Int])
      case selected(Int?)
      case failed(String)
    }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        if text.isEmpty { return .send(.found([])) }
        return .run { send in
          if text == "fail" { throw Failure(word: text) }
          send(.found(Array(0..<text.count)))
          send(Word("searched"))
        } catch: { error in
          .failed("\(error)")
        }
      case .found(let ids):
        state.hits = ids.map { Hit(id: $0) }
        return .none
      case .selected(let id):
        state.selected = state.hits.first { $0.id == id }
        return .none
      case .failed(let text):
        state.text = text
        return .send(Word("failed"))
      }
    }
  }

  private struct App: Equatable, Sendable {
    var search = Search.State()
    var words: [String] = []
  }

  private static let reducer = Reducer<App> {
    Search.reducer.scope(\.search)
    Reducer<[String]>.updating(Word.self) { words, word in words.append(word.word) }.scope(\.words)
  }

  private let app = Store(state: App(), reducer: StoreOfTests.reducer)

  @Test func `Contract 26: an error becomes a typed action, and effects send other types`() async {
    let search = app.scope(\.search, accepting: Search.Action.self)
    search.dispatch(.typed("fail"))
    await search.settled(includingEffects: true)
    #expect(search.state.text == #"Failure(word: "fail")"#)
    #expect(app.state.words == ["failed"])
  }

  @Test func `Contract 25 and 26: a typed store takes a leading dot, and is a store`() async {
    let search = app.scope(\.search).accepting(Search.Action.self)
    let texts = Recorder<String>()
    let actions = Recorder<String>()
    let disposer = Disposer()
    search.scope(\.text).observe { texts.record($0) }.dispose(on: disposer)
    search.onAction { actions.record("\($1)") }.dispose(on: disposer)
    let component = ServiceRecorder(-1)
    component.connect(to: search) { state, _ in state.hits.count }
    search.send(.typed("abc"))
    await app.settled(includingEffects: true)
    #expect(texts.values == ["", "abc"])
    // A word isn't an action of the type.
    #expect(actions.values == [#"typed("abc")"#, "found([0, 1, 2])"])
    #expect(component.values == [0, 3])
    var values = search.scope(\.text).values().makeAsyncIterator()
    #expect(await values.next() == "abc")
    #expect(search.derive(\.text, \.hits) { "\($0) \($1.count)" }.state == "abc 3")
  }

  @Test @MainActor func `Contract 23: a typed store passes typed actions to its listeners`() async {
    let search = app.scope(\.search, accepting: Search.Action.self)
    let actions = Recorder<String>()
    let tokens = [
      search.onAction { if $0 == .typed("a") { actions.record("1") } },
      search.onAction { if $1 == .typed("a") { actions.record("2 \($0.text)") } },
      search.onAction(on: MainActor.self) { if $0 == .typed("a") { actions.record("3") } },
      search.onAction(on: MainActor.self) {
        if $1 == .typed("a") { actions.record("4 \($0.text)") }
      },
    ]
    search.dispatch(.typed("a"))
    await app.settled()
    #expect(actions.values.sorted() == ["1", "2 a", "3", "4 a"])
    tokens.forEach { $0.dispose() }
  }

  @Test func `Contract 25: every scope of a typed store is typed`() async throws {
    let search = app.scope(\.search, accepting: Search.Action.self)
    search.dispatch(.found([7, 8]))
    search.dispatch(.selected(8))
    await search.settled()
    let scopes: [StoreOf<Search.Hit, Search.Action>?] = [
      search.scope(\.hits, id: 7),
      search.scope(\.hits, id: 8, by: \.id),
      search.ifPresent(\.selected),
    ]
    #expect(scopes.map { $0?.state.id } == [7, 8, 8])
    search.scope { $0.hits.count }.dispatch(.selected(nil))
    try #require(scopes[0]).dispatch(.typed(""))
    await app.settled(includingEffects: true)
    #expect(app.state.search == Search.State())
  }

  @Test func `Contract 26: a typed store gives out stores of any other type`() async {
    let search = app.scope(\.search, accepting: Search.Action.self)
    let seen = Recorder<String>()
    let added = search.add(reducer: .updating { _, action in seen.record("\(action)") })
    search.scope(\.text, accepting: Word.self).dispatch(Word("scope"))
    search.accepting(Word.self).dispatch(Word("store"))
    search.untyped.dispatch(Word("untyped"))
    search.dispatch(.selected(nil))
    await app.settled(includingEffects: true)
    #expect(app.state.words == ["scope", "store", "untyped"])
    #expect(seen.values.count == 4)
    added.dispose()
  }
}
