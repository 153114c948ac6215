// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct TodoListTests {
  private let three = TodoList.State(
    rows: [Todo.State(id: 1), Todo.State(id: 2), Todo.State(id: 3)], nextID: 4)

  @Test func aNewRowHasAnIDOfItsOwn() async {
    let store = TestStore(state: TodoList.State(), reducer: TodoList.reducer)
    await store.send(TodoList.Action.added) {
      $0.rows = [Todo.State(id: 1)]
      $0.nextID = 2
    }
    await store.send(TodoList.Action.deleted([1])) { $0.rows = [] }
    await store.send(TodoList.Action.added) {
      $0.rows = [Todo.State(id: 2)]
      $0.nextID = 3
    }
    await store.finish()
  }

  @Test func anActionOfARowChangesThisRowAndNotTheIDs() async {
    let store = TestStore(state: three, reducer: TodoList.reducer)
    let ids = ValueRecorder(store.store.scope(\.rows.ids))
    await store.send(Todo.Action(elementID: 2, event: .titleChanged("Tea"))) {
      $0.rows[id: 2]?.title = "Tea"
    }
    #expect(ids.values == [[1, 2, 3]])
    await store.send(Todo.Action(elementID: 3, event: .doneChanged(true))) {
      $0.rows[id: 3]?.isDone = true
    }
    await store.send(TodoList.Action.deleted([2])) { $0.rows.remove(id: 2) }
    await store.send(Todo.Action(elementID: 2, event: .titleChanged("Late")))
    await store.finish()
  }

  @Test func rowsMove() async {
    let store = TestStore(state: three, reducer: TodoList.reducer)
    await store.send(TodoList.Action.moved(offsets: [0], destination: 3)) {
      $0.rows = [Todo.State(id: 2), Todo.State(id: 3), Todo.State(id: 1)]
    }
    await store.finish()
  }
}
