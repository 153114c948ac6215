// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadList

@Suite struct RowTests {
  private let clock = ManualClock()

  @Test func `A change among 10,000 rows notifies one row, and the order if it moves`() async throws
  {
    let count = 10_000
    var state = State(account: "ada")
    state.rows = Entities((0..<count).map { row($0, date: Int64(count - $0)) })
    let store = Store(state: state, reducer: ThreadListFeature.reducer).accepting(Action.self)
    let disposer = Disposer()
    let notified = ValueRecorder<String>()
    let orders = ValueRecorder<Int>()
    for id in store.state.rows.ids {
      try #require(store.scope(\.rows, id: id)).observe { notified.record($0.id) }
        .dispose(on: disposer)
    }
    store.scope(\.rows.ids).observe { orders.record($0.count) }.dispose(on: disposer)
    await store.settled()
    let before = (notified.values.count, orders.values.count)
    #expect(before == (count, 1))

    store.dispatch(.changed([row(1_234, date: Int64(count - 1_234), unread: 1, revision: 2)]))
    await store.settled()
    #expect(notified.values.dropFirst(count) == ["1234"])
    #expect(orders.values.count == 1)

    store.dispatch(.changed([row(9_876, date: Int64(2 * count), revision: 3)]))
    await store.settled()
    #expect(notified.values.dropFirst(count) == ["1234", "9876"])
    #expect(orders.values == [count, count])
    #expect(store.state.rows.ids.first == "9876")

    store.dispatch(.markedRead("1234"))
    store.dispatch(.selected("7"))
    await store.settled()
    #expect(notified.values.dropFirst(count) == ["1234", "9876", "1234"])
    disposer.dispose()
  }

  @Test func `Changed rows move to their places, and older rows change nothing`() async {
    let store = makeStore(list(row(9), row(7), row(5)), clock)
    await store.send(.changed([row(5, date: 8, revision: 2), row(6)])) {
      $0.rows = [row(9), row(5, date: 8, revision: 2), row(7), row(6)]
    }
    await store.send(.changed([row(5)]))
    await store.send(.changed([row(9, isArchived: true, revision: 3)])) {
      $0.rows.remove(id: "9")
      $0.removed = ["9": 3]
    }
    await store.send(.changed([row(9)]))
    await store.send(.changed([row(9, revision: 4)])) {
      $0.rows.insert(row(9, revision: 4), at: 0)
      $0.removed = [:]
    }
    await store.finish()
  }

  @Test func `A thread below the loaded pages waits for its page`() async {
    var state = list(row(9), row(7))
    state.nextCursor = "7"
    let store = makeStore(state, clock)
    await store.send(.changed([row(6)]))
    await store.send(.changed([row(8)])) { $0.rows.insert(row(8), at: 1) }
    await store.finish()
  }

  @Test func `The selection moves between the shown rows, and ends with its row`() async {
    let store = makeStore(list(row(9), row(8), row(7)), clock)
    await store.send(.nextSelected) { $0.selectedID = "9" }
    await store.send(.previousSelected)
    await store.send(.nextSelected) { $0.selectedID = "8" }
    await store.send(.changed([row(8, date: 10, revision: 2)])) {
      $0.rows = [row(8, date: 10, revision: 2), row(9), row(7)]
    }
    await store.send(.selected("7")) { $0.selectedID = "7" }
    await store.send(.nextSelected)
    await store.send(.selected("?")) { $0.selectedID = nil }
    await store.send(.selected("7")) { $0.selectedID = "7" }
    await store.send(.changed([row(7, isArchived: true, revision: 3)])) {
      $0.rows.remove(id: "7")
      $0.removed = ["7": 3]
      $0.selectedID = nil
    }
    await store.finish()
    var empty = State(account: "ada")
    ThreadListFeature.reducer.reduce(&empty, Action.nextSelected)
    #expect(empty.selectedID == nil)
  }

  @Test(
    arguments: [
      (0, "now"), (59_999, "now"), (-5_000, "now"), (60_000, "1 min"), (3_599_999, "59 min"),
      (3_600_000, "1 h"), (86_399_999, "23 h"), (86_400_000, "1 d"), (604_799_999, "6 d"),
      (604_800_000, "2024-02-29"), (604_800_000 + 86_400_000 * 60, "2023-12-31"),
      (1_709_812_800_001, "1969-12-31"),
    ] as [(Int64, String)])
  func `The age is short, and an old date is a day`(age: Int64, text: String) {
    let now: Int64 = 1_709_208_000_000 + 604_800_000
    #expect(ThreadListFeature.age(of: now - age, now: now) == text)
  }

  @Test func `A row has a text for each of its values`() {
    var row = row(1, date: 0, unread: 100)
    row.subject = ""
    row.preview = "one\n two  three"
    let text = ThreadListFeature.RowText(row, now: 120_000)
    #expect(text.subject == "(no subject)")
    #expect(text.preview == "one two three")
    #expect(text.age == "2 min")
    #expect(text.badge == "99+")
    for (unread, badge) in [(3, "3"), (0, "")] {
      row.unread = unread
      let text = ThreadListFeature.RowText(row, now: 0)
      #expect(text.badge == badge && text.isUnread == (unread > 0))
    }
  }

  @Test func `The note explains an empty list`() {
    var state = State(account: "ada")
    #expect(state.note == "No threads")
    state.loading = .init()
    #expect(state.note == "Loading")
    state.search.text = "x"
    #expect(state.note == "Nothing found for “x”")
    state.search.isLoading = true
    #expect(state.note == "Loading")
  }
}

struct Offline: Error {}

typealias Action = ThreadListFeature.Action
typealias Command = ThreadListFeature.Command
typealias Page = ThreadListFeature.Page
typealias Row = ThreadListFeature.Row
typealias State = ThreadListFeature.State

/// Returns a row whose date is its number, if no other date is given.
func row(
  _ number: Int, date: Int64? = nil, unread: Int = 0, isArchived: Bool = false,
  revision: Int64 = 1
) -> Row {
  Row(
    id: "\(number)", subject: "S\(number)", date: date ?? Int64(number), unread: unread,
    isArchived: isArchived, revision: revision)
}

/// Returns a list with rows, whose dates must be in order.
func list(_ rows: Row...) -> State {
  var state = State(account: "ada", pageSize: 3)
  state.rows = Entities(rows)
  return state
}

func makeStore(_ state: State, _ clock: ManualClock) -> TestStoreOf<State, Action> {
  TestStore(state: state, reducer: ThreadListFeature.reducer, clock: clock).accepting(Action.self)
}
