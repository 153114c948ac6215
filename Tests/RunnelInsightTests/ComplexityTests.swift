// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelInsight

/// What the pages say of the costs, by counts.
@Suite struct ComplexityTests {
  @Test(arguments: [1, 5, 200])
  func `A trace has no more lanes than deliveries at once`(_ length: Int) {
    var random = ModelRandom(seed: 5, thread: 0)
    let intervals = (0..<2_000).map { index in
      // Some begin at once, and some have no length.
      let start = index / 2
      return start..<(start + Int(random.next() % UInt64(2 * length)))
    }
    var ends: [Int: Int] = [:]
    var largestCount = 0
    for (lane, interval) in zip(lanes(of: intervals), intervals) {
      let others = ends.filter { $0.value > interval.lowerBound }
      #expect(others[lane] == nil, "two intervals overlap in a lane")
      largestCount = max(largestCount, others.count + 1)
      ends[lane] = interval.upperBound
    }
    #expect(ends.count == largestCount)
    #expect(ends.keys.sorted() == Array(0..<ends.count))
  }

  @Test func `An action and its causes are found without a walk through all`() throws {
    var random = ModelRandom(seed: 9, thread: 0)
    var parents = [0]
    let actions = (1...500).map { number in
      parents.append(Int(random.next() % UInt64(min(number, 50))))
      let parent = parents[number] > 0 ? ",\"parent\":\(parents[number])" : ""
      return #"{"n":\#(number),"type":"T","text":"t"\#(parent)}"#
    }
    let session = try Session(data: data([header()] + actions))
    for number in 1...100 {
      let explanation = try #require(session.why(number))
      var chain = [number]
      while let last = chain.last, parents[last] > 0 { chain.append(parents[last]) }
      #expect(explanation.steps.map(\.action.number) == chain)
      let children = parents.indices.filter { $0 > 0 && parents[$0] == number }
      #expect(explanation.consequences.map(\.number) == children)
    }
    #expect(session.why(0) == nil && session.why(501) == nil)

    for count in [0, 1, 1_000, 10_000] {
      for target in [0, count / 3, count] {
        var visited = 0
        let found = Array(0..<count).firstIndex(inOrder: {
          visited += 1
          return $0 >= target
        })
        #expect(found == target && visited <= 14)
      }
    }
  }

  @Test func `Recording a change of one row encodes that row, and a replay copies none`()
    async throws
  {
    struct Row: Codable, Equatable, Sendable {
      static let encodedCount = Counter()
      var mark: UInt8 = 0
      var id: Int
      func encode(to encoder: any Encoder) throws {
        Row.encodedCount.increment()
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mark, forKey: .mark)
        try container.encode(id, forKey: .id)
      }
    }
    struct Table: Codable, Equatable, Sendable { var rows: [Row] }
    struct Mark: Action, Codable { let row: Int }
    let (rowCount, actionCount) = (1_000, 50)
    let places = Recorder<Int>()
    let reducer = Reducer<Table>.updating(Mark.self) { table, action in
      table.rows[action.row].mark += 1
      places.record(table.rows.withUnsafeBytes { Int(bitPattern: $0.baseAddress) })
    }
    let table = Table(rows: (0..<rowCount).map { Row(id: $0) })
    let store = Store(state: table, reducer: reducer)
    let session = try await session(of: store, actions: [Mark.self], states: .everyAction) {
      for number in 0..<actionCount { store.dispatch(Mark(row: number * 7)) }
    }
    let recorded = Row.encodedCount.value
    _ = places.takeValues()
    // The first state and the last one are written as a whole, and the first one is compared.
    #expect(recorded <= 4 * rowCount + actionCount)

    let replay = try session.replay(from: table, reducer: reducer)
    try replay.run()
    #expect(replay.verifiedCount == actionCount + 1)
    #expect(Row.encodedCount.value - recorded <= rowCount + actionCount)
    #expect(zip(places.values, places.values.dropFirst()).count { $0 != $1 } < 5)
  }

  @Test func `The IDs of an array are read once, until its elements get other places`() throws {
    let rows = (0..<100).map { #"{"id":\#($0),"x":0}"# }.joined(separator: ",")
    var state = try JSONParser.value(in: Array(#"{"rows":[\#(rows)]}"#.utf8))
    var names = ElementNames()
    func change(_ row: Int, _ key: ExactText) -> JSONChange {
      JSONChange(path: [.key("rows"), .index(row), .key(key)], value: .integer(1_000))
    }
    for row in 0..<100 {
      let changes = names.apply([change(row, "x")], to: &state)
      #expect(changes?.map(\.part) == ["rows[id \(row)].x"])
    }
    #expect(names.readCount == 1)
    #expect(names.apply([change(7, "id")], to: &state)?.count == 2)
    _ = names.apply([change(8, "x")], to: &state)
    #expect(names.readCount == 2)
  }

  @Test(arguments: [false, true])
  func `A difference changes a large array in place`(_ haveIDs: Bool) throws {
    let header = header(states: "everyAction")
    let items = (0..<2_000).map { haveIDs ? #"{"id":\#(2_000 - $0),"x":0}"# : "0" }
      .joined(separator: ",")
    let key = haveIDs ? #","x""# : ""
    let actions = (1...100).map { number in
      #"{"n":\#(number),"type":"T","text":"t","diff":[[["items",\#(number)\#(key)],1],"#
        + #"[["count"],\#(number)]]}"#
    }
    let session = try Session(
      data: data([header, #"{"n":0,"state":{"count":0,"items":[\#(items)]}}"#] + actions))
    func address(_ cursor: StateCursor) -> UnsafeRawPointer? {
      guard case .array(let items) = cursor.state?["items"] else { return nil }
      return items.withUnsafeBytes { $0.baseAddress }
    }
    for isDescribed in [false, true] {
      var cursor = StateCursor(session)
      let start = try #require(address(cursor))
      for number in 1...100 {
        if isDescribed {
          let changes = try #require(try cursor.step(describingChanges: true)?.changes)
          let item = haveIDs ? "items[id \(2_000 - number)].x" : "items[\(number)]"
          #expect(
            changes.map(\.description) == [
              "\(item): 0 → 1", "count: \(number - 1) → \(number)",
            ])
        } else {
          try cursor.step()
        }
        #expect(address(cursor) == start)
      }
    }
    // A key is found by its order, and without one, too.
    let sorted = (0..<1_000).map { JSONValue.Member(key: "\(1_000 + $0)", value: .null) }
    for members in [sorted, sorted.shuffled()] {
      #expect(members.allSatisfy { members[members.position(of: $0.key) ?? 0] == $0 })
      #expect(members.position(of: "x") == nil)
    }
  }

  @Test func `A replay keeps few states, however long it is`() throws {
    struct Add: Action, Codable {}
    struct State {
      var count = 0
      var token: LifetimeToken?
    }
    let states = LifetimeTracker()
    let reducer = Reducer<State>.updating(Add.self) { state, _ in
      state.count += 1
      state.token = states.token()
    }
    let header = header(state: String(reflecting: State.self))
    let type = String(reflecting: Add.self)
    let actions = (1...2_000).map { #"{"n":\#($0),"type":"\#(type)","payload":{}}"# }
    let session = try Session(data: data([header] + actions), actions: [Add.self])
    let replay = try session.replay(from: State(), reducer: reducer)
    replay.checkpointInterval = 16
    try replay.run()
    #expect(states.aliveCount < 40)
    for number in [1_999, 1_000, 1, 0, 777, 2_000] {
      try replay.step(to: number)
      #expect(replay.state.count == number && replay.position == number)
    }
    #expect(states.aliveCount < 40)
  }

  @Test func `Few differences don't make an export of many large states`() throws {
    let header = header(states: "everyAction")
    let text = String(repeating: "x", count: 1 << 16)
    let actions = (1...100).map {
      #"{"n":\#($0),"type":"T","text":"t","diff":[[["count"],\#($0)]]}"#
    }
    let session = try Session(
      data: data([header, #"{"n":0,"state":{"count":0,"text":"\#(text)"}}"#] + actions))
    func export(last count: Int, of path: [String] = []) throws -> Int {
      try session.liftedState(last: count, of: path, limit: 2 << 20).count
    }
    let error = #expect(throws: SessionError.self) { try export(last: 100) }
    #expect(
      error?.reason == "the states of these actions take more than 2 MB: export fewer actions, or a"
        + " part of the states")
    #expect(try export(last: 20) > 20 << 16)
    #expect(try export(last: 100, of: ["count"]) < 1 << 16)
  }
}
