// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

private struct Triple: Equatable, Sendable {
  var a = 0
  var b = 0
  var c = 0
}

private struct Board: Sendable {
  var triples = Ten(Triple())
  var names = Ten("0")
  var child: Triple?
}

/// Edits by a reducer of ten triples and by a reducer of one of them.
private struct EditBoth: Action {
  let triples: @Sendable (inout Ten<Triple>) -> Void
  let triple: @Sendable (inout Triple) -> Void
}

private let edited = 3

/// Edits the board, ten triples, which are most of the board, or one of them.
private let reducer = Reducer<Board> {
  Reducer<Board>.edits
  Reducer<Ten<Triple>> {
    Reducer<Ten<Triple>>.edits
    Reducer.updating(EditBoth.self) { triples, action in action.triples(&triples) }
  }
  .scope(\.triples)
  Reducer<Triple> {
    Reducer<Triple>.edits
    Reducer.updating(EditBoth.self) { triple, action in action.triple(&triple) }
  }
  .scope(Ten.paths[edited]).scope(\.triples)
}

/// Edits one triple of a page.
private struct EditPage: Action { let triple: @Sendable (inout Triple) -> Void }

private struct Item: Identifiable, Sendable {
  let id: Int
  var triples = Ten(Triple())
}

private enum Page: Sendable {
  case open(Ten<Triple>)
  case closed
}

extension CasePath where Root == Page, Value == Ten<Triple> {
  fileprivate static var open: Self { CasePath(Page.open) }
}

private struct Shelf: Sendable {
  var items = [Item(id: 0), Item(id: 1)]
  var page = Page.open(Ten(Triple()))
}

/// A part of a board that is observed: how to read it, or `nil` while it is absent.
private struct Part {
  let read: (Board) -> String?
  let observe: (Store<Board>, _ body: @escaping @Sendable (String) -> Void) -> Disposable?

  init<Value: Sendable>(
    _ scope: @escaping (Store<Board>) -> Store<Value>?, _ read: @escaping (Board) -> Value?
  ) {
    self.read = { board in read(board).map { "\($0)" } }
    observe = { store, body in scope(store)?.observe { body("\($0)") } }
  }

  static var all: [Part] {
    let triples = Ten<Triple>.paths.flatMap { path in
      [
        Part({ $0.scope(\.triples).scope(path) }, { $0.triples[keyPath: path] }),
        Part({ $0.scope(\.triples).scope(path).scope(\.a) }, { $0.triples[keyPath: path].a }),
        Part({ $0.scope(\.triples).scope(path).scope(\.c) }, { $0.triples[keyPath: path].c }),
      ]
    }
    let names = Ten<String>.paths.map { path in
      Part({ $0.scope(\.names).scope(path) }, { $0.names[keyPath: path] })
    }
    let child = [
      Part({ $0.scope(\.child) }, { .some($0.child) }),
      Part({ $0.ifPresent(\.child)?.scope(\.a) }, { $0.child?.a }),
    ]
    return triples + names + child
  }
}

@Suite struct ChangeDetectorModelTests {
  @Test(arguments: 0..<4)
  func `an action notifies the observers of each part that it changes`(run: UInt64) throws {
    let seed = UInt64.random(in: 0...(UInt64.max / 100)) &+ run
    var random = ModelRandom(seed: seed, thread: 0)
    // Code around the reducers sees the changes of all of them.
    let around = reducer.around { reduction in
      reduction.run()
      return .none
    }
    let store = Store(state: Board(), reducer: run.isMultiple(of: 2) ? reducer : around)
    var model = Board()
    let parts = Part.all
    var observed: [Int: (token: Disposable, last: String?)] = [:]
    let received = Recorder<String>()

    func triple() -> @Sendable (inout Triple) -> Void {
      let path = ([\.a, \.b, \.c] as [any WritableKeyPath<Triple, Int> & Sendable])
        .randomElement(using: &random)
      let value = Int.random(in: 0...1, using: &random)
      return { triple in if let path { triple[keyPath: path] = value } }
    }
    func triples() -> @Sendable (inout Ten<Triple>) -> Void {
      let edits = (0...Int.random(in: 0...2, using: &random)).map { _ in
        (Ten<Triple>.paths.randomElement(using: &random), triple())
      }
      return { triples in
        for (path, edit) in edits { if let path { edit(&triples[keyPath: path]) } }
      }
    }
    func board() -> @Sendable (inout Board) -> Void {
      let name = Ten<String>.paths.randomElement(using: &random)
      let text = ["0", "a name that is longer than fifteen bytes"].randomElement(using: &random)
      let child = Triple(a: Int.random(in: 0...1, using: &random))
      let (editsName, editsChild) = (Bool.random(using: &random), Bool.random(using: &random))
      let (hasChild, edit) = (Bool.random(using: &random), triples())
      return { board in
        if editsName, let name, let text { board.names[keyPath: name] = text }
        if editsChild { board.child = hasChild ? child : nil }
        if !editsName, !editsChild { edit(&board.triples) }
      }
    }

    for step in 0..<500 {
      let position = Int.random(in: 0..<parts.count, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        if let (token, _) = observed.removeValue(forKey: position) {
          token.dispose()
        } else if let token = parts[position].observe(
          store, { received.record("\(position) \($0)") })
        {
          observed[position] = (token, parts[position].read(model))
        }
        _ = received.takeValues()
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let edit = triple()
        edit(&model.triples[keyPath: Ten.paths[edited]])
        store.send(Edit(edit))
      case 1:
        let edit = triples()
        edit(&model.triples)
        store.send(Edit(edit))
      case 2:
        let (all, one) = (triples(), triple())
        all(&model.triples)
        one(&model.triples[keyPath: Ten.paths[edited]])
        store.send(EditBoth(triples: all, triple: one))
      default:
        let edit = board()
        edit(&model)
        store.send(Edit(edit))
      }
      var expected: [String] = []
      for (position, observation) in observed {
        guard let value = parts[position].read(model), value != observation.last else { continue }
        expected.append("\(position) \(value)")
        observed[position]?.last = value
      }
      let values = received.takeValues()
      guard values.sorted() == expected.sorted() else {
        Issue.record("step \(step) of seed \(seed): \(values) instead of \(expected)")
        break
      }
    }
    for (_, observation) in observed { observation.token.dispose() }
  }

  @Test func `Contract 28: each element and each scope of a case has observers of its own`() throws
  {
    let page = Reducer<Triple>.updating(EditPage.self) { $1.triple(&$0) }
    let store = Store(
      state: Shelf(),
      reducer: Reducer<Shelf> {
        Reducer<Triple>.edits.scope(Ten.paths[edited]).scope(\Item.triples).forEach(\.items)
        page.scope(Ten.paths[edited]).ifCase(\.page, .open)
      })
    let received = Recorder<String>()
    var tokens: [Disposable] = []
    func observe(_ name: String, _ triples: Store<Ten<Triple>>) {
      // More than are searched one by one.
      for (index, path) in Ten<Triple>.paths.enumerated() {
        let triple = triples.scope(path)
        tokens.append(triple.scope(\.a).observe { received.record("\(name) \(index) a \($0)") })
        tokens.append(triple.scope(\.b).observe { received.record("\(name) \(index) b \($0)") })
      }
    }
    let items = try (0...1).map { try #require(store.scope(\.items, id: $0)) }
    for id in 0...1 {
      observe("item \(id)", items[id].scope(\.triples))
      observe("page \(id)", try #require(store.ifCase(\.page, .open)))
    }
    _ = received.takeValues()
    for value in 1...3 {
      for id in 0...1 {
        items[id].dispatch(Edit<Triple> { $0.a = value })
        items[id].send(Edit<Triple> { $0.b = value })
        #expect(received.takeValues() == ["item \(id) 3 a \(value)", "item \(id) 3 b \(value)"])
      }
      store.send(EditPage(triple: { $0.a = value }))
      #expect(received.takeValues() == ["page 0 3 a \(value)", "page 1 3 a \(value)"])
      // The next action finds other slices at the same positions.
      tokens.removeFirst()
    }
  }
}

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
