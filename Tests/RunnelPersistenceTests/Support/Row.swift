// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting

/// An element that counts how often it is encoded.
struct Row: Codable, Identifiable, Equatable, Sendable {
  var id: Int
  var count = 0

  static let encodings = Locked<[Int: Int]>([:])

  init(id: Int, count: Int = 0) {
    self.id = id
    self.count = count
  }

  enum CodingKeys: String, CodingKey { case id, count }

  func encode(to encoder: any Encoder) throws {
    Row.encodings.withLock { $0[id, default: 0] += 1 }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(count, forKey: .count)
  }
}

struct RowState: Sendable, Equatable {
  var rows: Entities<Row> = []
  var optional: Entities<Row>?
}

enum RowEdit: Action {
  case change(@Sendable (inout Entities<Row>) -> Void)
  case changeOptional(@Sendable (inout Entities<Row>?) -> Void)
}

struct RowTap: ElementAction {
  var elementID: Int
}

let rowReducer = Reducer<RowState> {
  Reducer.updating(RowEdit.self) { state, edit in
    switch edit {
    case .change(let change): change(&state.rows)
    case .changeOptional(let change): change(&state.optional)
    }
  }
  Reducer<Row>.updating(RowTap.self) { row, _ in row.count += 1 }.forEach(\.rows)
  Reducer<Row>.updating(RowTap.self) { row, _ in row.count += 1 }.forEach(\.self)
    .ifPresent(\.optional)
}
