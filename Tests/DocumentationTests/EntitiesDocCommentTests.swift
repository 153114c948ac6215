// SPDX-License-Identifier: MIT

import Runnel
import Testing

/// The example of the documentation comment about entities.
@Suite struct EntitiesDocCommentTests {
  private typealias Row = Features.Row.State

  @Test func `The example of Entities changes one row and adds another`() {
    var rows: Entities = [Row(id: 7), Row(id: 8)]
    rows[id: 7]?.isDone = true
    rows.upsert(Row(id: 9))
    #expect(rows.map(\.isDone) == [true, false, false])
    #expect(rows.ids == [7, 8, 9])
  }
}
