// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelInsight

@Suite struct ReplayTests {
  private let store = Store(state: Shop.State(), reducer: Shop.reducer())

  @Test func `Contract 38: a session with effects replays to the same state`() async throws {
    let session = try await session(of: store) {
      for price in 0..<2_000 {
        store.dispatch(Shop.Cart.Action.add("tea", price: price))
        if price % 100 == 0 { store.dispatch(Shop.Cart.Action.load) }
      }
    }
    #expect(session.actions.count == 2_040)
    let replay = try replay(session, with: Shop.reducer(), to: store.state)
    #expect(replay.position == 2_040)
    #expect(replay.verifiedCount > 1)
    #expect(replay.nextAction == nil)
    #expect(try replay.step() == nil)
  }

  @Test func `A replay compares a recorded state even if it has a difference, too`() async throws {
    let recorded = try await session(of: store, states: .everyAction) {
      for price in 0..<3 { store.dispatch(Shop.Cart.Action.add("tea", price: price)) }
    }
    let state = try #require(try recorded.recordedState(after: 3))
    let other = String(decoding: state, as: UTF8.self).replacing("tea", with: "sea")
    let lines = lines(recorded.jsonLines())
    #expect(lines.contains { $0.hasPrefix(#"{"n":3,"#) && $0.contains(#""diff":"#) })
    let session = try Session(
      data: data(lines + [#"{"n":3,"t":1,"state":\#(other)}"#]), actions: Shop.types)
    let replay = try session.replay(from: Shop.State(), reducer: Shop.reducer())
    #expect(throws: Divergence.self) { try replay.run() }
  }

  @Test func `A state that can't be encoded isn't the recorded one`() async throws {
    struct State: Codable, Equatable, Sendable { var price = Decimal(1) }
    let divergence = try await divergence(
      State(), recorded: { $0.price = 5 }, replayed: { $0.price = .nan })
    #expect(divergence != nil)
  }

  /// A clock, a random number, or the order of a set: a replay sees only that each run differs.
  @Test func `Contract 38: the first impure action is found`() async throws {
    let reducer = Shop.reducer { "\(UInt64.random(in: 0...UInt64.max))" }
    let store = Store(state: Shop.State(), reducer: reducer)
    let session = try await session(of: store) {
      for index in 1...300 {
        store.dispatch(index == 57 || index == 80 ? Shop.Action.stamped : .visited)
      }
    }
    let replay = try session.replay(from: Shop.State(), reducer: reducer)
    let divergence = #expect(throws: Divergence.self) { try replay.run() }
    #expect(divergence?.numbers == 57...57)
    #expect(divergence?.isExact == true)
    #expect(divergence?.differences.first?.hasPrefix("stamp: ") == true)
  }

  @Test(arguments: [RecordedStates.adaptive, .everyAction])
  func `Contract 38: a changed reducer is found between two recorded states, or at its action`(
    states: RecordedStates
  ) async throws {
    let store = Store(state: Shop.State(), reducer: Shop.reducer { "old" })
    let session = try await session(of: store, states: states) {
      for index in 1...1_000 { store.dispatch(index == 500 ? Shop.Action.stamped : .visited) }
    }
    let replay = try session.replay(from: Shop.State(), reducer: Shop.reducer { "new" })
    let divergence = try #require(#expect(throws: Divergence.self) { try replay.run() })
    #expect(divergence.differences == [#"stamp: "old" → "new""#])
    #expect(divergence.numbers.contains(500))
    let isExact = states == .everyAction
    #expect(divergence.isExact == isExact)
    guard isExact else { return }
    #expect(divergence.numbers == 500...500)
    #expect(replay.position == 500)
    #expect(
      divergence.description.hasPrefix(
        "The replay diverges from the recording at action 500 Shop.Action "))
  }

  /// A replayed change of a state.
  private enum Change: Runnel.Action, Codable { case changed }

  /// Records a change, and returns where a replay with another one diverges.
  private func divergence<State: Encodable & Sendable>(
    _ state: State, recorded: @escaping @Sendable (inout State) -> Void,
    replayed: @escaping @Sendable (inout State) -> Void
  ) async throws -> Divergence? {
    let store = Store(
      state: state, reducer: .updating(Change.self) { state, _ in recorded(&state) })
    let replay = try await session(of: store, actions: [Change.self], states: .everyAction) {
      store.dispatch(Change.changed)
    }.replay(from: state, reducer: .updating(Change.self) { state, _ in replayed(&state) })
    do { try replay.run() } catch let divergence as Divergence {
      #expect(divergence.numbers == 1...1)
      return divergence
    }
    return nil
  }

  @Test func `A divergence shows its first ten differences, and how many there are`() async throws {
    struct Numbers: Codable, Equatable, Sendable { var all = Array(repeating: 0, count: 12) }
    let divergence = try #require(
      try await divergence(
        Numbers(), recorded: { $0.all = Array(repeating: 1, count: 12) },
        replayed: { $0.all = Array(repeating: 2, count: 12) }))
    #expect(divergence.differences.count == 12)
    #expect(divergence.description.hasSuffix("  all[9]: 1 → 2\n  and 2 more"))
  }

  @Test func `A text of other bytes is recorded, and is a difference`() async throws {
    struct Text: Codable, Equatable, Sendable { var text = "\u{e9}" }
    for (text, count) in [("e\u{301}", nil), ("\u{e9}", 1)] {
      let divergence = try await divergence(
        Text(), recorded: { $0.text = "e\u{301}" }, replayed: { $0.text = text })
      #expect(divergence?.differences.count == count)
    }
  }

  @Test(arguments: [0, 500, 999])
  func `A row that differs after one action only is found at that action`(row: Int) async throws {
    struct Row: Codable, Sendable {
      var isOn = false
      var id: Int
      var title = "a title that isn't stored in the row itself"
    }
    struct Table: Codable, Sendable { var rows = (0..<1_000).map { Row(id: $0) } }
    struct Flip: Action, Codable { let row: Int }
    func reducer(flipping extra: Int?) -> Reducer<Table> {
      .updating(Flip.self) { table, action in
        table.rows[action.row].isOn.toggle()
        if let extra, [41, 42].contains(action.row) { table.rows[extra].isOn.toggle() }
      }
    }
    let store = Store(state: Table(), reducer: reducer(flipping: nil))
    let session = try await session(of: store, actions: [Flip.self], states: .everyAction) {
      for row in 1...100 { store.dispatch(Flip(row: row)) }
    }
    try session.replay(from: Table(), reducer: reducer(flipping: nil)).run()
    let replay = try session.replay(from: Table(), reducer: reducer(flipping: row))
    let divergence = #expect(throws: Divergence.self) { try replay.run() }
    #expect(divergence?.numbers == 41...41)
    #expect(divergence?.differences == ["rows[id \(row)].isOn: false → true"])
  }

  @Test func `A property that an == ignores is a difference`() async throws {
    struct Row: Codable, Equatable, Sendable {
      var title = ""
      static func == (_: Row, _: Row) -> Bool { true }
    }
    let divergence = try await divergence(
      [Row()], recorded: { $0[0].title = "a" }, replayed: { $0[0].title = "b" })
    #expect(divergence?.differences == [#"[0].title: "a" → "b""#])
  }

  @Test func `A replay stops at a breakpoint`() async throws {
    let session = try await session(of: store) {
      for _ in 0..<20 { store.dispatch(Shop.Action.visited) }
    }
    let replay = try session.replay(from: Shop.State(), reducer: Shop.reducer())
    let action = try replay.run { $1.visits == 7 }
    #expect(action?.number == 7)
    #expect(try replay.run { $1.visits == 7 } == nil)
    #expect(throws: SessionError.self) { try replay.step(to: 21) }
  }

  @Test func `A replay from another state is rejected`() async throws {
    let session = try await session(of: store) {}
    let error = #expect(throws: SessionError.self) {
      try session.replay(from: Shop.State(visits: 3), reducer: Shop.reducer())
    }
    #expect(error?.description == "line 2: the recording begins with another state: visits: 0 → 3")
  }

  @Test func `Redacted states are compared after the same redaction`() async throws {
    let redact: @Sendable (inout Shop.State) -> Void = { $0.cart.items = [] }
    let data = try await record(store, states: .everyAction, redactingState: redact) {
      store.dispatch(Shop.Cart.Action.add("tea", price: 1))
    }
    let replay = try Session(data: data, actions: Shop.types).replay(
      from: Shop.State(), reducer: Shop.reducer(), redactingState: redact)
    try replay.run()
    #expect(replay.verifiedCount == 2)
    #expect(replay.state == store.state)
  }

  @Test func `An action for an address that no reducer has isn't replayed`() throws {
    let name = String(reflecting: Shop.Cart.State.self)
    let type = String(reflecting: Shop.Cart.Action.self)
    let action = #"{"n":1,"type":"\#(type)","payload":{"clear":{}},"address":"right"}"#
    let session = try Session(
      data: data([header(state: name), action]), actions: Shop.Cart.reducer.actionTypes)
    #expect(session.actions.map(\.address) == ["right"])
    let error = #expect(throws: SessionError.self) {
      try session.replay(from: Shop.Cart.State(), reducer: Shop.Cart.reducer.instance("left"))
    }
    #expect(error?.description == "line 2: no reducer belongs to right")
    try session.replay(from: Shop.Cart.State(), reducer: Shop.Cart.reducer.instance("right")).run()
  }

  @Test func `A restored state is recorded and replayed as one action`() async throws {
    let visits = store.scope(\.visits).recordValues()
    let session = try await session(of: store) {
      store.dispatch(Shop.Action.visited)
      await store.settled()
      store.restore(Shop.State(visits: 40))
      store.dispatch(Shop.Action.visited)
    }
    #expect(visits.values == [0, 1, 40, 41])
    #expect(session.actions.count == 3)
    try replay(session, with: Shop.reducer(), to: store.state)
    // A scope that accepts one type of action restores its slice.
    let cart = store.scope(\.cart, accepting: Shop.Cart.Action.self)
    cart.restore(Shop.Cart.State(items: ["tea"], total: 1))
    await store.settled()
    #expect(store.state.cart.items == ["tea"])
  }

  @Test func `Why names the effect and the actions that led to an action`() async throws {
    let line = #line + 1
    let session = try await session(of: store) { store.dispatch(Shop.Cart.Action.load) }
    let explanation = try #require(session.why(2))
    #expect(explanation.steps.map(\.action.number) == [2, 1])
    let lines = explanation.description.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix(
        "Shop.Cart.Action.loaded (action 2) was dispatched at RunnelInsightTests/Shop.swift:"))
    #expect(lines[0].hasSuffix(#" by effect run "load" of"#))
    #expect(
      lines[1]
        == "action 1, Shop.Cart.Action.load, dispatched at RunnelInsightTests/ReplayTests.swift:\(line)"
    )
    #expect(session.why(1)?.consequences.map(\.number) == [2])
    #expect(session.why(3) == nil)
  }

  @Test(arguments: [(1, 1_000), (25, 1_000), (375, 975)])
  func `A session shrinks without a run from its start for each attempt`(
    first: Int, last: Int
  ) async throws {
    struct Log: Codable, Sendable {
      var hasFirst = false
      var last = 0
    }
    struct Add: Action, Codable { let number: Int }
    let reducer = Reducer<Log>.updating(Add.self) { log, action in
      if action.number == first { log.hasFirst = true }
      log.last = action.number
    }
    let store = Store(state: Log(), reducer: reducer)
    let session = try await session(of: store, actions: [Add.self], states: .none) {
      for number in 1...1_000 { store.dispatch(Add(number: number)) }
    }
    var calls = 0
    let small = try session.minimized(from: Log(), reducer: reducer) { log in
      calls += 1
      return !log.hasFirst || log.last != last
    }
    let numbers = try #require(small).actions.compactMap { ($0.action as? Add)?.number }
    #expect(numbers == [first, last])
    #expect(calls < 6_000)
  }

  @Test func `A failing session shrinks to the actions that matter`() async throws {
    let session = try await session(of: store) {
      for index in 0..<1_000 {
        switch index {
        case 250: store.dispatch(Shop.Cart.Action.clear)
        case 251...252: store.dispatch(Shop.Cart.Action.removeLast)
        default:
          store.dispatch(index % 3 == 0 ? Shop.Cart.Action.loaded([]) : .loaded(["tea", "milk"]))
        }
      }
      store.dispatch(Shop.Cart.Action.removeLast)
    }
    let small = try #require(
      try session.minimized(from: Shop.State(), reducer: Shop.reducer()) { $0.cart.total >= 0 })
    #expect(small.actions.compactMap { $0.action as? Shop.Cart.Action } == [.removeLast])
    #expect(
      small.testCase() == """
        @Test func `A recorded sequence keeps the state valid`() throws {
          var state = Shop.State()
          appReducer.reduce(&state, Shop.Cart.Action.removeLast)
          // The last action changes:
          // - cart.total: 0
          // + cart.total: -1
          #expect(<#condition#>)
        }
        """)
    #expect(
      try session.minimized(from: Shop.State(), reducer: Shop.reducer()) { _ in true }?.actions
        .count == nil)
  }

  /// A list of counters with a text that is set by actions that have no expression in Swift.
  private struct Page: Codable, Equatable, Sendable {
    struct Row: Codable, Equatable, Identifiable, Sendable {
      var id: String
      var count = 0
    }
    var rows = [Row(id: "a"), Row(id: "b")]
    var left = Row(id: "left")
    var text = ""
    var number = 0.0
  }

  private final class Note: Codable, Sendable {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private enum PageAction: Runnel.Action, Codable {
    case counted
    case noted(Note, Double)
  }

  /// Returns the lines of a test with what `body` does to a page up to a state that isn't valid.
  private func testLines(
    _ body: (Store<Page>) -> Void, holds isValid: (Page) -> Bool
  ) async throws -> [String] {
    let row = Reducer<Page.Row>.updating(PageAction.self) { row, action in
      if case .counted = action { row.count += 1 }
    }
    let reducer = Reducer<Page> {
      row.forEach(\.rows)
      row.scope(\.left).instance("left")
      Reducer<Page>.updating(PageAction.self) { page, action in
        if case .noted(let note, let number) = action {
          (page.text, page.number) = (note.text, number)
        }
      }
    }
    let store = Store(state: Page(), reducer: reducer)
    let small = try await session(of: store, actions: reducer.actionTypes) { body(store) }
      .minimized(from: Page(), reducer: reducer, holds: isValid)
    let lines = try #require(small).testCase().split(separator: "\n").map(String.init)
    return Array(lines.dropFirst(2).prefix { !$0.hasPrefix("  //") })
  }

  @Test func `The test of a session sends an action to the element that it was for`() async throws {
    let counted = "  appReducer.reduce(&state, ReplayTests.PageAction.counted"
    #expect(
      try await testLines { store in
        for _ in 0..<2 { store.dispatch(PageAction.counted, to: \.rows, id: "b") }
      } holds: {
        $0.rows[1].count < 2
      } == Array(repeating: #"\#(counted), to: \.rows, id: "b")"#, count: 2))
    #expect(
      try await testLines {
        $0.scope(\.left).instance("left").dispatch(PageAction.counted)
      } holds: {
        $0.left.count < 1
      } == ["\(counted), <#the address of action 1#>)"])
  }

  @Test(arguments: ["", "## Title", ###"""## "# \##(x)"###])
  func `The test of a session decodes what has no expression, whatever its text is`(
    text: String
  ) async throws {
    let lines = try await testLines {
      $0.dispatch(PageAction.noted(Note(text), .nan))
    } holds: {
      !$0.number.isNaN
    }
    #expect(
      lines.dropLast() == [
        "  let decoder = JSONDecoder()",
        "  decoder.nonConformingFloatDecodingStrategy = .convertFromString(",
        #"    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")"#,
      ])
    let marks = text.isEmpty ? "#" : text.contains("###") ? "####" : "###"
    let last = try #require(lines.last)
    #expect(
      last.hasPrefix(
        "  appReducer.reduce(&state, try decoder.decode(ReplayTests.PageAction.self, from: Data("
          + "\(marks)\"{\"noted\":"))
    #expect(last.hasSuffix("}\"\(marks).utf8)))"))
  }

  @Test func `The test of a session sets a restored state`() async throws {
    let lines = try await testLines {
      $0.restore(Page(rows: [], text: "restored"))
    } holds: {
      $0.text.isEmpty
    }
    #expect(
      lines == [
        "  state = ReplayTests.Page(rows: [], left: ReplayTests.Page.Row(id: \"left\", count: 0),"
          + " text: \"restored\", number: 0.0)"
      ])
  }

  @Test(arguments: [RecordedStates.adaptive, .none])
  func `Contract 38: a session in which another scope was restored isn't replayed`(
    states: RecordedStates
  ) async throws {
    let types = Shop.types + [RestoredState<Shop.Cart.State>.self]
    let session = try await session(of: store, actions: types, states: states) {
      store.scope(\.cart).restore(Shop.Cart.State(total: 7))
    }
    let error = #expect(throws: SessionError.self) {
      try session.replay(from: Shop.State(), reducer: Shop.reducer())
    }
    #expect(error?.reason.hasSuffix(" restored another scope, and can't be replayed") == true)
  }

  private struct Tags: Codable, Sendable {
    var tags: Set<String> = []
  }

  private struct EncodableTags: Encodable, Equatable, Sendable {
    var tags: Set<String> = []
  }

  private struct NumberedTags: Codable, Equatable, Sendable {
    var tags: Set<String> = []
    var number = Double.nan
  }

  private struct UncodedTags: Codable, Equatable, Sendable {
    var tags: Set<String> = []
    var cache = 0
    enum CodingKeys: CodingKey { case tags }
  }

  @Test func `Contract 38: the order of a set is no difference, whatever == says`() async throws {
    let tags = (0..<12).map { "tag \($0)" }
    func expectNone<State: Encodable & Sendable>(
      _ state: State, _ path: any WritableKeyPath<State, Set<String>> & Sendable,
      _ change: @escaping @Sendable (inout State) -> Void = { _ in }
    ) async throws {
      // Two sets with other capacities, and with it another order.
      let found = try await divergence(
        state, recorded: { $0[keyPath: path] = Set(tags) },
        replayed: {
          $0[keyPath: path].reserveCapacity(1_000)
          $0[keyPath: path].formUnion(tags.reversed())
          change(&$0)
        })
      #expect(found == nil)
    }
    try await expectNone(Tags(), \.tags)
    try await expectNone(EncodableTags(), \.tags)
    try await expectNone(NumberedTags(), \.tags)
    try await expectNone(UncodedTags(), \.tags)
    try await expectNone(UncodedTags(), \.tags) { $0.cache = 1 }
    #expect(
      try await divergence(
        [UncodedTags(), UncodedTags(tags: ["a"])], recorded: { $0.swapAt(0, 1) },
        replayed: { _ in })?.differences.count == 2)
  }

  @Test(arguments: ["(unknown context)", "(unknown context at $7f00c1c82bc4)"])
  func `Contract 38: a session of private types replays in another launch`(
    name: String
  ) async throws {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Runnel.Action, Codable { case counted }
    let reducer = Reducer<State>.updating(Action.self) { state, _ in state.count += 1 }
    let store = Store(state: State(), reducer: reducer)
    let data = try await record(store) { store.dispatch(Action.counted) }
    let text = String(decoding: data, as: UTF8.self)
    // An address is another one in each launch.
    #expect(text.contains("(unknown context)") && !text.contains("(unknown context at "))
    let other = Data(text.replacing("(unknown context)", with: name).utf8)
    let session = try Session(data: other, actions: reducer.actionTypes)
    #expect(session.report.isReplayable)
    try session.replay(from: State(), reducer: reducer).run()
  }
}
