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
    await store.send(Todo.Action.titleChanged("Tea"), to: \.rows, id: 2) {
      $0.rows[id: 2]?.title = "Tea"
    }
    #expect(ids.values == [[1, 2, 3]])
    await store.send(Todo.Action.doneChanged(true), to: \.rows, id: 3) {
      $0.rows[id: 3]?.isDone = true
    }
    let late = store.store.scope(\.rows, id: 2, accepting: Todo.Action.self)
    await store.send(TodoList.Action.deleted([2])) { $0.rows.remove(id: 2) }
    late?.dispatch(.titleChanged("Late"))
    await store.receive(Todo.Action.titleChanged("Late"), from: \.rows, id: 2)
    await store.finish()
  }

  @Test func aStepBelongsToItsRow() async {
    let steps: Entities = [Step.State(id: 1)]
    let rows: Entities = [Todo.State(id: 1, steps: steps), Todo.State(id: 2, steps: steps)]
    let store = TestStore(state: TodoList.State(rows: rows), reducer: TodoList.reducer)
    store.store.scope(\.rows, id: 2)?.dispatch(Step.Action.toggled, to: \.steps, id: 1)
    await store.receive(Step.Action.toggled) {
      $0.rows[id: 2] = Todo.State(id: 2, isDone: true, steps: [Step.State(id: 1, isDone: true)])
    }
    await store.send(Todo.Action.stepAdded, to: \.rows, id: 1) {
      $0.rows[id: 1]?.steps.upsert(Step.State(id: 2))
    }
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
