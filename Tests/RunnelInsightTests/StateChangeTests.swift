// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import Testing

@testable import RunnelInsight

@Suite struct StateChangeTests {
  private func changes(_ old: String, _ new: String) throws -> [String] {
    let (old, new) = (
      try JSONParser.value(in: Array(old.utf8)), try JSONParser.value(in: Array(new.utf8))
    )
    return StateChange.from(old, to: new).map(\.description)
  }

  @Test func `A difference names only the parts that have changed`() throws {
    #expect(
      try changes(#"{"a":{"b":[1,2,3],"c":1},"d":"x"}"#, #"{"a":{"b":[1,5],"c":1},"e":true}"#) == [
        "a.b[1]: 2 → 5", "a.b[2]: 3 → none", "e: none → true", "d: \"x\" → none",
      ])
    #expect(try changes("1", "2") == ["state: 1 → 2"])
  }

  /// Rows with IDs, some of which have rows themselves.
  private func rows(_ random: inout ModelRandom, depth: Int = 0) -> JSONValue {
    var ids = Array(0..<6)
    ids.shuffle(using: &random)
    return .array(
      ids.prefix(Int(random.next() % 6)).map { id in
        var row: JSONValue = ["id": .integer(id), "mark": .integer(Int(random.next() % 2))]
        if depth == 0, random.next() % 2 == 0 {
          row = ["id": .integer(id), "rows": rows(&random, depth: 1)]
        }
        return row
      })
  }

  @Test func `Changes of rows are the same as differences and between whole states`() throws {
    var random = ModelRandom(seed: 3, thread: 0)
    var (state, names) = (JSONValue.object([]), ElementNames())
    for round in 0..<2_000 {
      var new: JSONValue = ["rows": rows(&random)]
      if round % 3 > 0, case .array(var rows)? = state["rows"], !rows.isEmpty {
        // One that is added or removed at the end, or one that changes, perhaps to another's ID.
        switch random.next() % 4 {
        case 0: rows.removeLast()
        case 1: rows.append(["id": .integer(Int(random.next() % 8)), "mark": "9"])
        case 2: rows[rows.count / 2] = ["id": .integer(Int(random.next() % 8)), "mark": "0"]
        default: rows.append(["mark": "1"])
        }
        new = ["rows": .array(rows)]
      }
      let expected = StateChange.from(state, to: new)
      let changes = JSONChange.from(state, to: new)
      #expect(names.apply(changes, to: &state) == expected, "round \(round)")
      #expect(state == new)
    }
  }
}
