// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct OptionalAndElementScopeTests {
  // MARK: Optionals and enum cases

  @Test func `Contract 27: a scope of an optional keeps the last value`() async throws {
    let store = makeCatalog()
    #expect(store.ifPresent(\.selected) == nil)
    store.edit { $0.selected = Item(text: "a") }
    await store.settled()
    let selected = try #require(store.ifPresent(\.selected))
    let items = selected.recordValues { $0.text }
    let texts = selected.scope(\.text).recordValues()
    store.edit { $0.selected?.text = "b" }
    store.edit { $0.selected = nil }
    await store.settled()
    #expect(selected.state.text == "b")
    #expect(selected.scope(\.text).state == "b")
    #expect(store.ifPresent(\.selected) == nil)
    store.edit { $0.counter += 1 }
    await store.settled()
    #expect(items.values == ["a", "b"])
    #expect(texts.values == ["a", "b"])
    // The scope follows the next value of the optional.
    store.edit { $0.selected = Item(text: "c") }
    await store.settled()
    #expect(items.values == ["a", "b", "c"])
    #expect(selected.state.text == "c")
  }

  @Test func `Contract 27: a value without == is delivered while it exists`() async throws {
    var catalog = Catalog()
    catalog.opaque = Opaque()
    let store = makeCatalog(catalog)
    let opaque = try #require(store.ifPresent(\.opaque))
    let values = opaque.recordValues { $0.value }
    store.edit { $0.opaque?.value = 1 }
    store.edit { $0.opaque = nil }
    store.edit { $0.counter = 1 }
    await store.settled()
    #expect(values.values == [0, 1])
    #expect(opaque.state.value == 1)
  }

  @Test @MainActor func `Contract 25, 27: a scope of an optional is like any store`() async throws {
    let store = makeCatalog(Catalog(selected: Item(text: "a", note: "n")))
    let selected = try #require(store.ifPresent(\.selected))
    let note = try #require(selected.ifPresent(\.note))
    let view = ViewRecorder("")
    view.connect(to: selected.scope(\.text))
    let mapped = ViewRecorder("")
    mapped.connect(to: note) { note, _ in note }
    let actions = note.recordActions { note, _ in note }
    let plugin = note.add(reducer: Reducer.updating { note, _ in note += "!" })
    store.edit { $0.selected?.text = "b" }
    await store.settled()
    #expect(view.values == ["a", "b"])
    #expect(mapped.values == ["n", "n!"])
    store.edit { $0.selected = nil }
    await store.settled()
    #expect(actions.values == ["n!", "n!"])
    #expect(mapped.values == ["n", "n!"])
    #expect(note.state == "n!")
    plugin.dispose()
    var iterator = note.values().makeAsyncIterator()
    #expect(await iterator.next() == "n!")
  }

  @Test
  func `Contract 28: a payload is extracted only if an action can have changed the enum`() async {
    let extractions = Counter()
    let path = CasePath<Screen, Item>(embed: Screen.detail) {
      extractions.increment()
      return if case .detail(let item) = $0 { item } else { nil }
    }
    let store = Store(
      state: Catalog(selected: Item(), screen: .detail(Item(id: 3))),
      reducer: Reducer {
        Reducer<Screen>.updating(AppAction.self) { screen, _ in
          screen = .detail(Item(id: 3, number: 4))
        }
        .scope(\.screen)
        Reducer<Item?>.updating(ItemAction.self) { item, _ in item?.number += 1 }.scope(\.selected)
      })
    let scope = store.ifCase(\.screen, path)
    extractions.reset()
    store.dispatch(ItemAction(0))
    await store.settled()
    #expect(extractions.value == 0)
    store.dispatch(AppAction.nothing)
    await store.settled()
    #expect(extractions.value == 1)
    #expect(scope?.state.number == 4)
  }

  // MARK: Elements

  private struct CountedItem: Equatable, Sendable, Identifiable {
    var id: Int
    var counted: Counted
  }

  private struct CountedList: Sendable {
    var items: [CountedItem]
    var other = 0
  }

  @Test func `One change among 2,000 observed elements notifies one observer`() async throws {
    let count = 2_000
    let comparisons = Counter()
    let store = Store(
      state: CountedList(
        items: (0..<count).map { CountedItem(id: $0, counted: Counted(comparisons)) }),
      reducer: Reducer {
        Reducer<CountedList>.edits
        Reducer<CountedItem>.updating(ItemAction.self) { item, _ in item.counted.value += 1 }
          .forEach(\.items, id: \.id)
      })
    let received = Recorder<Int>()
    let disposer = Disposer()
    for id in 0..<count {
      try #require(store.scope(\.items, id: id)).observe { received.record($0.id) }
        .dispose(on: disposer)
    }
    await store.settled()
    #expect(store.observedSlices == 1)
    /// Settles, and returns the notified elements with the numbers of evaluations and comparisons.
    func cost(_ dispatch: () -> Void) async -> (ids: [Int], evaluations: Int, comparisons: Int) {
      await store.settled()
      _ = received.takeValues()
      comparisons.reset()
      let before = store.evaluations
      dispatch()
      await store.settled()
      return (received.values, store.evaluations - before, comparisons.value)
    }
    let table = try #require(store.scope(\.items, id: 0)?.elementTable)
    let compared = table.comparisons
    // The first reducer is known to change one element, the second can change the whole state.
    #expect(await cost { store.dispatch(ItemAction(1_234)) } == ([1_234], 1, 1))
    #expect(table.comparisons - compared == 1)
    #expect(await cost { store.edit { $0.items[1_432].counted.value = 5 } } == ([1_432], 1, 1))
    #expect(await cost { store.edit { $0.other += 1 } } == ([], 0, 0))
    let new = CountedItem(id: -1, counted: Counted(comparisons))
    #expect(await cost { store.edit { $0.items.insert(new, at: 0) } } == ([], 0, 0))
    #expect(await cost { store.dispatch(ItemAction(1_999)) } == ([1_999], 1, 1))
    #expect(await cost { store.edit { $0.items.shuffle() } } == ([], 0, 0))
    #expect(await cost { store.dispatch(ItemAction(77)) } == ([77], 1, 1))
    disposer.dispose()
    #expect(store.isUnused)
  }

  @Test func `Contract 11: an action for all elements notifies observers of those without ==`()
    async throws
  {
    struct Opaque: Sendable, Identifiable {
      let id: Int
      var numbers: [Int] = []
    }
    struct Broadcast: Action {}
    let row = Reducer<Opaque>.updating(Broadcast.self) { row, _ in row.numbers.append(row.id) }
    let store = Store(state: (0..<3).map { Opaque(id: $0) }, reducer: row.forEach(\.self))
    let numbers = try #require(store.scope(\.self, id: 1)).recordValues { $0.numbers }
    for _ in 0..<2 { store.dispatch(Broadcast()) }
    await store.settled()
    #expect(numbers.values == [[], [1], [1, 1]])
  }

  @Test func `A slice of an element is evaluated only when the element has changed`() async throws {
    let store = makeCatalog(Catalog(count: 1_000))
    let numbers = try (0..<1_000).map { id in
      try #require(store.scope(\.items, id: id)).scope(\.number).recordValues()
    }
    await store.settled()
    let before = store.evaluations
    store.edit { $0.items[5].text = "a" }
    store.dispatch(ItemAction(6))
    await store.settled()
    #expect(numbers.map(\.count).reduce(0, +) == 1_001)
    #expect(numbers[6].values == [0, 1])
    // The change evaluates the element, whose number has the same bytes. The action evaluates the
    // number of its element.
    #expect(store.evaluations - before == 2)
  }

  @Test func `A scope of an element finds an element that receives its ID`() async throws {
    struct Rename: ElementAction {
      let elementID: Int
      let newID: Int
    }
    let store = Store(
      state: Catalog(items: [Item(id: 7), Item(id: 8)]),
      reducer: Reducer {
        Reducer<Catalog>.edits
        Reducer<Item>.updating(Rename.self) { item, action in item.id = action.newID }
          .forEach(\.items, id: \.id)
      })
    let texts = try #require(store.scope(\.items, id: 8)).recordValues { $0.text }
    store.edit { $0.items = [Item(id: 7, text: "a")] }
    store.dispatch(Rename(elementID: 7, newID: 8))
    await store.settled()
    #expect(texts.values == ["", "a"])
  }

  @Test func `Elements of a computed collection change with any stored element`() async throws {
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
      reducer: Reducer<Player>.updating(ItemAction.self) { player, _ in player.points += 1 }
        .forEach(\.players, id: \.id))
    let ranks = try (0..<3).map { id in
      try #require(store.scope(\.ranked, id: id)).scope(\.rank).recordValues()
    }
    store.dispatch(ItemAction(2))
    await store.settled()
    #expect(ranks.map(\.values) == [[1, 2], [2, 3], [3, 1]])
  }

  @Test
  func `Two elements with one ID are reported once; a scope selects the first`() async throws {
    struct DuplicateRow: Equatable, Sendable, Identifiable {
      var id: Int
      var text = ""
    }
    let warnings = Counter()
    let reporter = Misuse.onWarning {
      if $0.message.contains("DuplicateRow") { warnings.increment() }
    }
    let store = Store(
      state: [DuplicateRow(id: 0), DuplicateRow(id: 1)], reducer: Reducer<[DuplicateRow]>.edits)
    let row = try #require(store.scope(\.self, id: 1))
    store.edit { rows in
      rows = (2..<9).map { DuplicateRow(id: $0) }
      rows += [DuplicateRow(id: 1, text: "a"), DuplicateRow(id: 1)]
    }
    store.edit { $0 = [DuplicateRow(id: 1, text: "b"), DuplicateRow(id: 1)] }
    await store.settled()
    #expect(row.state.text == "b")
    #expect(warnings.value == 1)
    reporter.dispose()
  }

  // MARK: Lifetimes

  @Test func `Contract 14: subscriptions of absent values end during dispatch`() async throws {
    for _ in 0..<50 {
      let catalog = Catalog(selected: Item(text: "a"), items: (0..<4).map { Item(id: $0) })
      let store = makeCatalog(catalog)
      let calls = Counter()
      await onThreads(4) { thread in
        for round in 0..<20 {
          switch thread {
          case 0: store.edit { $0.selected = nil }
          case 1: store.edit { $0.selected = Item(text: "\(round)") }
          case 2:
            store.edit { $0.items.shuffle() }
            store.edit { $0.items[0].id = round % 8 }
          default:
            // A listener is notified of actions even if its slice is absent.
            let token = store.ifPresent(\.selected)?.scope(\.text)
              .onAction { text, _ in if !text.isEmpty { calls.increment() } }
            let item = store.scope(\.items, id: round % 8)
            let latest = item?.observe(on: .global(), delivery: .latest) { _ in calls.increment() }
            let values = item?.scope(\.text).values()
            _ = values?.makeAsyncIterator()
            token?.dispose()
            latest?.dispose()
          }
        }
      }
      await store.settled()
      #expect(store.connections.isEmpty)
      #expect(store.observedSlices == 0)
    }
  }

  private struct Held: Sendable {
    var optional: LifetimeToken?
    var rows: [Row]

    struct Row: Sendable, Identifiable {
      var id: Int
      var token: LifetimeToken
    }
  }

  @Test func `Contract 14: deallocated scopes release their last values`() async throws {
    let tracker = LifetimeTracker()
    let store = Store(
      state: Held(optional: tracker.token(), rows: [.init(id: 1, token: tracker.token())])
    ) { state, _ in state = Held(rows: []) }
    do {
      let optional = try #require(store.ifPresent(\.optional))
      let row = try #require(store.scope(\.rows, id: 1))
      store.dispatch(AppAction.nothing)
      await store.settled()
      #expect(tracker.aliveCount == 2)
      withExtendedLifetime((optional, row)) {}
    }
    #expect(tracker.aliveCount == 0)
    #expect(store.isUnused)
  }
}
