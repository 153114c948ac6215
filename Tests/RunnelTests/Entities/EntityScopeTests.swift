// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private struct List: Sendable {
  var before = 0
  var rows: Entities<Item>
}

private struct Rename: Action { let newID: Int }

/// Entities in a store, besides what the tests of collections try with each kind.
@Suite struct EntityScopeTests {
  private func makeStore(_ rows: Entities<Item>) -> Store<List> {
    Store(
      state: List(rows: rows),
      reducer: Reducer {
        Reducer<List>.edits
        Reducer<Item> {
          Reducer.updating(ItemAction.self) { item, _ in item.number += 1 }
          Reducer.updating(Rename.self) { item, action in item.id = action.newID }
        }
        .forEach(\.rows)
      })
  }

  @Test func `Contract 37: a reducer that gives two entities one ID loses neither`() async throws {
    let store = makeStore(Entities((0..<4).map { Item(id: $0) }))
    let numbers = try #require(store.scope(\.rows, id: 3)).scope(\.number).recordValues()
    store.dispatch(Rename(newID: 3), to: \.rows, id: 2)
    store.dispatch(ItemAction(), to: \.rows, id: 3)
    store.dispatch(ItemAction(), to: \.rows, id: 2)
    await store.settled()
    #expect(store.state.rows.ids == [0, 1, 3, 3])
    #expect(store.state.rows.map(\.number) == [0, 0, 0, 1])
    #expect(numbers.values == [0, 1])
    store.dispatch(Rename(newID: 4), to: \.rows, id: 3)
    store.dispatch(ItemAction(), to: \.rows, id: 3)
    await store.settled()
    #expect(store.state.rows.ids == [0, 1, 3, 4])
    #expect(store.state.rows.map(\.number) == [0, 0, 1, 1])
    // Another one gets the ID and the position of the entity before the reducer of these runs.
    let swapping = Reducer<List> {
      Reducer<List>.updating(ItemAction.self) { list, _ in
        list.rows[0].id = 4
        list.rows.swapAt(0, 3)
      }
      Reducer<Item>.updating(ItemAction.self) { item, _ in item.text += "?" }.forEach(\List.rows)
    }
    let swapped = Store(state: List(rows: store.state.rows), reducer: swapping)
    swapped.dispatch(ItemAction(), to: \.rows, id: 4)
    await swapped.settled()
    #expect(swapped.state.rows.map(\.text) == ["?", "", "", ""])
    // An action for all entities gives each the ID of the one in front of it.
    struct Shift: Action {}
    let shift = Reducer<Item>.updating(Shift.self) { item, _ in item.id = max(0, item.id - 1) }
    var list = List(rows: Entities((0..<4).map { Item(id: $0, text: "\($0)") }))
    shift.forEach(\List.rows).reduce(&list, Shift())
    #expect(list.rows.ids == [0, 0, 1, 2])
    #expect(list.rows.map(\.text) == ["0", "1", "2", "3"])
    #expect(list.rows.index(id: 2) == 3)
  }

  @Test func `Contract 28: the IDs of entities are evaluated only when they have changed`() async {
    let store = makeStore(Entities((0..<4).map { Item(id: $0) }))
    let counts = store.scope(\.rows.ids).recordValues { $0.count }
    await store.settled()
    let before = store.evaluations
    store.dispatch(ItemAction(), to: \.rows, id: 2)
    await store.editAndWait { $0.rows[3].number = 5 }
    #expect(store.evaluations == before)
    await store.editAndWait { $0.rows.insert(Item(id: -1), at: 0) }
    #expect(store.evaluations == before + 1)
    #expect(counts.values == [4, 5])
  }
}
