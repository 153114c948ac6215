// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

private struct Row: Sendable, Identifiable {
  static let comparisons = Counter()

  var id: Int
  var text = ""
  var number = 0
}

extension Row: Equatable {
  static func == (left: Row, right: Row) -> Bool {
    comparisons.increment()
    return left.id == right.id && left.text == right.text && left.number == right.number
  }
}

private struct Plain: Equatable, Sendable {
  var text = ""
  var nested: Nested?
  struct Nested: Equatable, Sendable { var text = "" }
}

private enum Screen: Equatable, Sendable {
  case list
  case detail(Plain)
}

extension CasePath where Root == Screen, Value == Plain {
  fileprivate static var detail: Self {
    CasePath(embed: Screen.detail) { if case .detail(let plain) = $0 { plain } else { nil } }
  }
}

private struct State: Sendable {
  var selected: Plain?
  var screen = Screen.list
  var rows: [Row] = []
  var byName: [String: Plain] = [:]
  var opaque: Opaque?
  var other = 0
}

private struct Change: Action {
  let apply: @Sendable (inout State) -> Void
  init(_ apply: @escaping @Sendable (inout State) -> Void) { self.apply = apply }
}

private struct RowAction: ElementAction {
  let elementID: Int
}

private func makeRows(_ state: State = State()) -> Store<State> {
  Store(
    state: state,
    reducer: Reducer {
      Reducer<State>.on(Change.self) { state, action in action.apply(&state) }
      Reducer<Row>.on(RowAction.self) { row, _ in row.number += 1 }.forEach(\.rows, id: \.id)
    })
}

@Suite(.serialized) struct PresenceTests {
  // MARK: Optionals

  @Test(
    "Contract 27: a scope into an optional exists while there is a value, and keeps the last one")
  func optional() async throws {
    let store = makeRows()
    #expect(store.scope(ifPresent: \.selected) == nil)
    store.dispatch(Change { $0.selected = Plain(text: "a") })
    await store.settled()
    let selected = try #require(store.scope(ifPresent: \.selected))
    let told = Recorder<String>()
    let texts = Recorder<String>()
    let tokens = [
      selected.observe { told.record($0.text) },
      selected.scope(\.text).observe { texts.record($0) },
    ]
    store.dispatch(Change { $0.selected?.text = "b" })
    store.dispatch(Change { $0.selected = nil })
    await store.settled()
    #expect(selected.state.text == "b")
    #expect(selected.scope(\.text).state == "b")
    #expect(store.scope(ifPresent: \.selected) == nil)
    store.dispatch(Change { $0.other += 1 })
    await store.settled()
    #expect(told.values == ["a", "b"])
    #expect(texts.values == ["a", "b"])
    // The same place has a value again.
    store.dispatch(Change { $0.selected = Plain(text: "c") })
    await store.settled()
    #expect(told.values == ["a", "b", "c"])
    #expect(selected.state.text == "c")
    tokens.forEach { $0.dispose() }
  }

  @Test("Contract 27: the last value is kept also if nobody ever looked at it")
  func unobserved() async throws {
    let store = makeRows(State(selected: Plain(text: "a")))
    let selected = try #require(store.scope(ifPresent: \.selected))
    store.dispatch(Change { $0.selected?.text = "b" })
    store.dispatch(Change { $0.selected = nil })
    await store.settled()
    #expect(selected.state.text == "b")
  }

  @Test("Contract 27: values without `==` are told while they are there")
  func opaque() async throws {
    var state = State()
    state.opaque = Opaque()
    let store = makeRows(state)
    let opaque = try #require(store.scope(ifPresent: \.opaque))
    let told = Recorder<Int>()
    let token = opaque.observe { told.record($0.value) }
    store.dispatch(Change { $0.opaque?.value = 1 })
    store.dispatch(Change { $0.opaque = nil })
    store.dispatch(Change { $0.other = 1 })
    await store.settled()
    #expect(told.values == [0, 1])
    #expect(opaque.state.value == 1)
    token.dispose()
  }

  @Test("Contract 25, 27: a scope into an optional is a store like any other")
  @MainActor func everyKindOfConsumer() async throws {
    final class View: ViewComponent {
      let disposer = Disposer()
      var props = "" { didSet { all.append(props) } }
      var all: [String] = []
    }
    let store = makeRows(State(selected: Plain(text: "a", nested: .init(text: "n"))))
    let selected = try #require(store.scope(ifPresent: \.selected))
    let nested = try #require(selected.scope(ifPresent: \.nested))
    let view = View()
    view.connect(to: selected, state: \.text)
    let mapped = View()
    mapped.connect(to: nested) { nested, _ in nested.text }
    let heard = Recorder<String>()
    let listener = nested.onAction { nested, _ in heard.record(nested.text) }
    let plugin = nested.add(reducer: Reducer { nested, _ in nested.text += "!" })
    store.dispatch(Change { $0.selected?.text = "b" })
    await store.settled()
    #expect(view.all == ["a", "b"])
    #expect(mapped.all == ["n", "n!"])
    store.dispatch(Change { $0.selected = nil })
    await store.settled()
    #expect(heard.values == ["n!", "n!"])
    #expect(mapped.all == ["n", "n!"])
    #expect(nested.state.text == "n!")
    listener.dispose()
    plugin.dispose()
    var iterator = nested.values.makeAsyncIterator()
    #expect(await iterator.next()?.text == "n!")
  }

  @Test("Contract 27: a scope into a case follows its payload")
  func enumCase() async throws {
    let store = makeRows()
    #expect(store.scope(\.screen, ifCase: .detail) == nil)
    store.dispatch(Change { $0.screen = .detail(Plain(text: "a")) })
    await store.settled()
    let detail = try #require(store.scope(\.screen, ifCase: .detail))
    let told = Recorder<String>()
    let token = detail.scope(\.text).observe { told.record($0) }
    let plugin = detail.add(reducer: Reducer { detail, _ in detail.text += "+" })
    store.dispatch(Change { $0.other += 1 })
    store.dispatch(Change { $0.screen = .list })
    await store.settled()
    #expect(store.state.screen == .list)
    #expect(told.values == ["a", "a+"])
    #expect(detail.state.text == "a+")
    token.dispose()
    plugin.dispose()
  }

  // MARK: Elements

  @Test("Contract 27: an element is followed by its id, wherever it goes")
  func elements() async throws {
    let store = makeRows(State(rows: (0..<10).map { Row(id: $0) }))
    #expect(store.scope(\.rows, id: 99) == nil)
    let row = try #require(store.scope(\.rows, id: 7))
    let told = Recorder<String>()
    let token = row.observe { told.record("\($0.id) \($0.text)\($0.number)") }
    store.dispatch(RowAction(elementID: 7))
    store.dispatch(RowAction(elementID: 6))
    store.dispatch(Change { $0.rows.reverse() })
    store.dispatch(Change { $0.rows.insert(Row(id: 50), at: 0) })
    store.dispatch(Change { $0.rows[3].text = "a" })
    await store.settled()
    #expect(store.state.rows[3].id == 7)
    #expect(told.values == ["7 0", "7 1", "7 a1"])
    #expect(row.state.text == "a")
    store.dispatch(Change { $0.rows.removeAll { $0.id == 7 } })
    store.dispatch(RowAction(elementID: 7))
    await store.settled()
    #expect(row.state.text == "a")
    #expect(store.scope(\.rows, id: 7) == nil)
    store.dispatch(Change { $0.rows = [Row(id: 8), Row(id: 7, text: "back")] })
    await store.settled()
    #expect(told.values == ["7 0", "7 1", "7 a1", "7 back0"])
    token.dispose()
  }

  @Test(
    "An element that is moved, changed and removed within one action is told of the outcome alone")
  func oneAction() async throws {
    let store = makeRows(State(rows: (0..<4).map { Row(id: $0) }))
    let rows = try (0..<4).map { try #require(store.scope(\.rows, id: $0)) }
    let told = Recorder<String>()
    let tokens = rows.map { row in row.observe { told.record("\($0.id)\($0.text)") } }
    store.dispatch(
      Change { state in
        state.rows.swapAt(0, 3)
        state.rows[0].text = "a"
        state.rows.remove(at: 1)
        state.rows.append(Row(id: 1, text: "b"))
      })
    await store.settled()
    #expect(told.values.dropFirst(4) == ["1b", "3a"])
    tokens.forEach { $0.dispose() }
  }

  @Test("10,000 rows observed one by one: one changes, one observer is told, one row is evaluated")
  func manyRows() async throws {
    let count = 10_000
    let store = makeRows(State(rows: (0..<count).map { Row(id: $0, text: "some text \($0)") }))
    let told = Recorder<Int>()
    let disposer = Disposer()
    for id in 0..<count {
      try #require(store.scope(\.rows, id: id)).observe { told.record($0.id) }
        .dispose(on: disposer)
    }
    await store.settled()
    #expect(store.engine.watches.count == 1)
    let table = try #require(store.scope(\.rows, id: 0)?.node.parent?.elements)
    func cost(of action: any Action) async -> (told: [Int], evaluations: Int, comparisons: Int) {
      let before = (told.count, store.engine.evaluations, Row.comparisons.value)
      store.dispatch(action)
      await store.settled()
      return (
        Array(told.values[before.0...]), store.engine.evaluations - before.1,
        Row.comparisons.value - before.2
      )
    }
    // By a reducer that is known to have changed one row, and by one that may have changed anything.
    let compared = table.comparisons
    #expect(await cost(of: RowAction(elementID: 1_234)) == ([1_234], 1, 1))
    #expect(table.comparisons - compared == 1)
    #expect(await cost(of: Change { $0.rows[4_321].number = 5 }) == ([4_321], 1, 1))
    #expect(await cost(of: Change { $0.other += 1 }) == ([], 0, 0))
    #expect(await cost(of: Change { $0.rows.insert(Row(id: -1), at: 0) }) == ([], 0, 0))
    #expect(await cost(of: RowAction(elementID: 9_999)) == ([9_999], 1, 1))
    #expect(await cost(of: Change { $0.rows.shuffle() }) == ([], 0, 0))
    #expect(await cost(of: RowAction(elementID: 77)) == ([77], 1, 1))
    disposer.dispose()
    #expect(store.engine.watches.isEmpty)
    #expect(store.engine.registry.count == 1)
  }

  @Test("An element that is given another id is looked for under both")
  func renamed() async throws {
    struct Rename: ElementAction {
      let elementID: Int
      let to: Int
    }
    let store = Store(
      state: State(rows: [Row(id: 7), Row(id: 8)]),
      reducer: Reducer {
        Reducer<State>.on(Change.self) { state, action in action.apply(&state) }
        Reducer<Row>.on(Rename.self) { row, action in row.id = action.to }
          .forEach(\.rows, id: \.id)
      })
    let eight = try #require(store.scope(\.rows, id: 8))
    let told = Recorder<String>()
    let token = eight.observe { told.record($0.text) }
    store.dispatch(Change { $0.rows = [Row(id: 7, text: "a")] })
    store.dispatch(Rename(elementID: 7, to: 8))
    await store.settled()
    #expect(told.values == ["", "a"])
    token.dispose()
  }

  @Test("Elements of a computed collection are followed, whichever stored element has changed")
  func computedCollection() async throws {
    struct Player: Equatable, Sendable, Identifiable {
      var id: Int
      var points = 0
      var rank = 0
    }
    struct Game: Sendable {
      var players: [Player]
      var ranked: [Player] {
        var ranked = players.sorted { ($0.points, $1.id) > ($1.points, $0.id) }
        for index in ranked.indices { ranked[index].rank = index + 1 }
        return ranked
      }
    }
    let store = Store(
      state: Game(players: (0..<3).map { Player(id: $0) }),
      reducer: Reducer<Player>.on(RowAction.self) { player, _ in player.points += 1 }
        .forEach(\.players, id: \.id))
    let told = Recorder<String>()
    let tokens = try (0..<3).map { id in
      try #require(store.scope(\.ranked, id: id)).scope(\.rank)
        .observe { told.record("\(id) is \($0)") }
    }
    store.dispatch(RowAction(elementID: 2))
    await store.settled()
    #expect(told.values == ["0 is 1", "1 is 2", "2 is 3", "0 is 2", "1 is 3", "2 is 1"])
    tokens.forEach { $0.dispose() }
  }

  @Test("Contract 14: subscriptions to what has gone end while the store goes on telling")
  func endingWhileTold() async throws {
    for _ in 0..<50 {
      let store = makeRows(State(selected: Plain(text: "a"), rows: (0..<4).map { Row(id: $0) }))
      let heard = Counter()
      await onThreads(4) { thread in
        for round in 0..<20 {
          switch thread {
          case 0: store.dispatch(Change { $0.selected = nil })
          case 1: store.dispatch(Change { $0.selected = Plain(text: "\(round)") })
          case 2:
            store.dispatch(Change { $0.rows.shuffle() })
            store.dispatch(Change { $0.rows[0].id = round % 8 })
          default:
            // Listeners are told of actions also when what they look at has gone.
            let token = store.scope(ifPresent: \.selected)?.scope(\.text)
              .onAction { text, _ in if !text.isEmpty { heard.increment() } }
            let row = store.scope(\.rows, id: round % 8)
            let latest = row?.observe(on: .global(), delivery: .latest) { _ in heard.increment() }
            let values = row?.scope(\.text).values
            _ = values?.makeAsyncIterator()
            token?.dispose()
            latest?.dispose()
          }
        }
      }
      await store.settled()
      #expect(store.connections.isEmpty)
      #expect(store.engine.watches.isEmpty)
    }
  }

  @Test("What is inside an element is looked at only when the element has changed")
  func insideElements() async throws {
    let store = makeRows(State(rows: (0..<1_000).map { Row(id: $0) }))
    let told = Recorder<Int>()
    let disposer = Disposer()
    for id in 0..<1_000 {
      let row = try #require(store.scope(\.rows, id: id))
      row.scope(\.number).observe { told.record($0) }.dispose(on: disposer)
    }
    await store.settled()
    let before = (told.count, store.engine.evaluations)
    store.dispatch(Change { $0.rows[5].text = "a" })
    store.dispatch(RowAction(elementID: 6))
    await store.settled()
    #expect(told.values[before.0...] == [1])
    // The row and its number, twice.
    #expect(store.engine.evaluations - before.1 == 4)
    disposer.dispose()
  }

  @Test("Two rows with one id are reported, and the first is followed")
  func duplicates() async throws {
    let warnings = Recorder<String>()
    let reporter = Misuse.onWarning {
      if $0.message.contains("of Row have the ID 1") { warnings.record($0.message) }
    }
    let store = makeRows(State(rows: [Row(id: 0), Row(id: 1)]))
    let row = try #require(store.scope(\.rows, id: 1))
    store.dispatch(
      Change { $0.rows = (2..<9).map { Row(id: $0) } + [Row(id: 1, text: "a"), Row(id: 1)] })
    store.dispatch(Change { $0.rows = [Row(id: 1, text: "b"), Row(id: 1)] })
    await store.settled()
    #expect(row.state.text == "b")
    #expect(warnings.count == 1)
    reporter.dispose()
  }

  @Test("Contract 27: the value of a key is followed while there is one")
  func dictionary() async throws {
    let store = makeRows(State(byName: ["a": Plain(text: "1"), "b": Plain()]))
    #expect(store.scope(\.byName, key: "c") == nil)
    let value = try #require(store.scope(\.byName, key: "a"))
    let told = Recorder<String>()
    let token = value.observe { told.record($0.text) }
    let plugin = value.add(reducer: Reducer { value, _ in value.text += "+" })
    store.dispatch(Change { $0.byName["b"]?.text = "2" })
    plugin.dispose()
    store.dispatch(Change { $0.byName["a"] = nil })
    store.dispatch(Change { $0.other += 1 })
    await store.settled()
    #expect(told.values == ["1", "1+"])
    #expect(value.state.text == "1+")
    token.dispose()
  }

  // MARK: Lifetimes

  @Test("Contract 14: nothing is held or watched once the scopes have gone")
  func released() async throws {
    let tracker = LifetimeTracker()
    struct Held: Sendable {
      var optional: LifetimeToken?
      var rows: [Keyed] = []
      struct Keyed: Sendable, Identifiable {
        var id: Int
        var token: LifetimeToken
      }
    }
    struct Clear: Action {}
    let store = Store(
      state: Held(optional: tracker.token(), rows: [.init(id: 1, token: tracker.token())])
    ) { state, _ in state = Held() }
    do {
      let optional = try #require(store.scope(ifPresent: \.optional))
      let row = try #require(store.scope(\.rows, id: 1))
      store.dispatch(Clear())
      await store.settled()
      #expect(tracker.aliveCount == 2)
      withExtendedLifetime((optional, row)) {}
    }
    #expect(tracker.aliveCount == 0)
    #expect(store.engine.watches.isEmpty)
    #expect(store.engine.registry.count == 1)
  }

  @Test("Contract 14: a store goes away with its elements, also while somebody reads their values")
  func storeGoesAway() async throws {
    let tracker = LifetimeTracker()
    struct Held: Sendable {
      var rows: [Keyed]
      struct Keyed: Sendable, Identifiable {
        var id: Int
        var token: LifetimeToken
      }
    }
    var store: Store<Held>? = Store(state: Held(rows: [.init(id: 1, token: tracker.token())]))
    let values = try #require(store?.scope(\.rows, id: 1)).values
    var iterator = values.makeAsyncIterator()
    store = nil
    #expect(await iterator.next()?.id == 1)
    #expect(await iterator.next() == nil)
    await tracker.allReleased()
  }

  @Test("Connections name the way to an optional, a case and an element")
  func connections() throws {
    let store = makeRows(
      State(
        selected: Plain(), screen: .detail(Plain()), rows: [Row(id: 7)], byName: ["a": Plain()]))
    let tokens = [
      try #require(store.scope(ifPresent: \.selected)).observe { _ in },
      try #require(store.scope(\.screen, ifCase: .detail)).observe { _ in },
      try #require(store.scope(\.byName, key: "a")).observe { _ in },
      try #require(store.scope(\.rows, id: 7)).observe { _ in },
      try #require(store.scope(\.rows, id: 7)).scope(\.text).observe { _ in },
    ]
    #expect(
      store.connections.map(\.slice) == [
        "\\State.selected?", "\\State.screen as Plain", "\\State.byName[a]", "\\State.rows[7]",
        "\\State.rows[7].text",
      ])
    tokens.forEach { $0.dispose() }
  }
}
