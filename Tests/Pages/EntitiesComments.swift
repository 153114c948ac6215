// SPDX-License-Identifier: MIT

/// The example of the documentation comment about entities.
@Suite struct EntitiesDocCommentTests {
  private typealias Row = Features.Row.State

  @Test func `The example of Entities changes one row and adds another`() {
    #snippet("Entities.swift")
    #expect(rows.map(\.isDone) == [true, false, false])
    #expect(rows.ids == [7, 8, 9])
  }
}
