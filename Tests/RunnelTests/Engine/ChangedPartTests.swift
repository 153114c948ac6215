// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

private struct Draft: Equatable, Sendable { var text = "" }

private struct Row: Equatable, Identifiable, Sendable {
  let id: Int
  var score = 0
  var draft: Draft? = Draft()
}

private struct App: Equatable, Sendable {
  var rows = [Row(id: 1), Row(id: 2)]
  var optional: [Row]? = [Row(id: 1), Row(id: 2)]
  var user = "Ada"
}

private struct Summary: Equatable, Sendable {
  var count = 0
  var ids: [Int] = []
  var total = 0
}

private struct Scored: Action {}
private struct Started: Action {}
private struct Closed: Action {}

private let row = Reducer<Row> {
  Reducer<Int>.updating(Scored.self) { score, _ in score += 1 }.scope(\Row.score)
  Reducer<Draft?>.updating(Closed.self) { draft, _ in draft = nil }.scope(\Row.draft)
  Reducer<Draft>.on(Started.self) { _, _ in .run { try await $0.sleep(for: .seconds(1)) } }
    .ifPresent(\Row.draft)
}

/// A reducer reports the element that it has changed.
///
/// The bytes that it reports are those of the element, which aren't those of a value that is
/// computed from the array or contains it.
@Suite struct ChangedPartTests {
  /// The reducer finds the array as the value of an optional, and the scope as a case, or reversed.
  @Test(arguments: [false, true])
  func `Contract 12, 27: an element is followed through optional and case`(isReversed: Bool) async {
    let some = CasePath<[Row]?, [Row]>(embed: { $0 }, extract: { $0 })
    let rows = Reducer<[Row]> { row.forEach(\.self) }
    let store = Store(
      state: App(),
      reducer: Reducer {
        isReversed ? rows.ifCase(\App.optional, some) : rows.ifPresent(\App.optional)
        row.forEach(\App.rows)
      })
    let array = isReversed ? store.ifPresent(\.optional) : store.ifCase(\.optional, some)
    let drafts = array?.scope(\.self, id: 2)?.scope(\.draft).recordValues()
    let second = array?.scope(\.[1].draft).recordValues()
    // A selector of an array, and a part of it.
    let totals = store.scope(\.rows).scope { rows in
      Summary(count: rows.count, ids: rows.map(\.id), total: rows.map(\.score).reduce(0, +))
    }
    .scope(\.total).recordValues()
    for id in 1...2 {
      array?.dispatch(Scored(), to: \.self, id: id)
      store.dispatch(Scored(), to: \.rows, id: id)
    }
    // Whoever describes the way as an optional or as a case means the same element.
    store.ifPresent(\.optional)?.dispatch(Closed(), to: \.self, id: 2)
    store.ifCase(\.optional, some)?.dispatch(Closed(), to: \.self, id: 2)
    await store.settled()
    #expect(drafts?.values == [Draft(), nil])
    #expect(second?.values == [Draft(), nil])
    #expect(totals.values == [0, 1, 2])
  }

  @Test(arguments: ["array", "reading", "identity"])
  func `Contract 27, 32: an element's optional is followed, with its effects`(kind: String) async {
    let rows = Reducer<[Row]> { row.forEach(\.self) }
    let reducer: Reducer<App> =
      switch kind {
      case "reading":
        ReadingReducer<[Row], String> { row.forEach(\.self) }.scope(\.rows, reading: \.user)
      case "identity": rows.ifPresent(\App.optional, id: \.count)
      default: row.forEach(\App.rows)
      }
    let store = Store(state: App(), reducer: reducer, clock: ManualClock())
    let drafts =
      kind == "identity"
      ? store.ifPresent(\.optional, id: \.count)?.scope(\.self, id: 2)?.scope(\.draft)
      : store.scope(\.rows, id: 2)?.scope(\.draft)
    let values = drafts?.recordValues()
    let list = kind == "identity" ? store.ifPresent(\.optional, id: \.count) : store.scope(\.rows)
    list?.dispatch(Started(), to: \.self, id: 2)
    await store.settled()
    #expect(store.runningEffects.count == 1)
    list?.dispatch(Closed(), to: \.self, id: 2)
    await store.settled()
    #expect(store.runningEffects.isEmpty)
    #expect(values?.values == [Draft(), nil])
  }

  @Test func `Contract 11: observers of many neighbors end in any order`() async {
    typealias Bytes = Ten<UInt8>
    let bump = Reducer<Bytes>.updating(Scored.self) { bytes, _ in
      for path in Bytes.paths { bytes[keyPath: path] += 1 }
    }
    let store = Store(
      state: Ten(Bytes(0)),
      reducer: Reducer {
        bump.scope(\.a)
        bump.scope(\.b)
        bump.scope(\.c)
      })
    var observers = Ten<Bytes>.paths.prefix(3).flatMap { path in
      Bytes.paths.map { store.scope(path).scope($0).recordValues() }
    }
    while !observers.isEmpty {
      store.send(Scored())
      let count = observers[0].count
      #expect(observers.allSatisfy { $0.count == count && Int($0.values.last ?? 0) == count - 1 })
      observers.remove(at: observers.count / 2).dispose()
    }
  }
}
