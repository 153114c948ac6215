// SPDX-License-Identifier: MIT

import Runnel

/// A list whose rows the user adds, edits, moves and deletes.
nonisolated enum TodoList {
  struct State: Equatable, Sendable {
    var rows: Entities<Todo.State> = []
    var nextID = 1
  }

  enum Action: Runnel.Action, Equatable {
    case added
    /// Deletes the rows that the user has seen, wherever they are by now.
    case deleted([Todo.State.ID])
    case moved(offsets: [Int], destination: Int)
  }

  static let reducer = Reducer<State> {
    Reducer.updating(Action.self) { state, action in
      switch action {
      case .added:
        state.rows.upsert(Todo.State(id: state.nextID))
        state.nextID += 1
      case .deleted(let ids):
        for id in ids { state.rows.remove(id: id) }
      case .moved(let offsets, let destination):
        state.rows.move(fromOffsets: offsets, toOffset: destination)
      }
    }
    Todo.reducer.forEach(\.rows)
  }
}

/// A row of the list.
nonisolated enum Todo {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var isDone = false
  }

  enum Event: Equatable, Sendable {
    case titleChanged(String)
    case doneChanged(Bool)
  }

  /// An action that only the row with this ID receives.
  struct Action: ElementAction, Equatable {
    let elementID: Int
    let event: Event
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action.event {
    case .titleChanged(let title): state.title = title
    case .doneChanged(let isDone): state.isDone = isDone
    }
  }
}

#if canImport(SwiftUI)
  import RunnelObservation
  import SwiftUI

  /// The list reads IDs only, so an edit of a row updates that row and not the list.
  ///
  /// See `ListsAtScale.md`, and *Lists* in `UsingSwiftUI.md`.
  struct TodoListView: View {
    private let todos: StoreOf<TodoList.State, Todo.Action>
    @State private var model: ViewStoreOf<TodoList.State, TodoList.Action>

    init(_ store: Store<TodoList.State>) {
      todos = store.accepting(Todo.Action.self)
      _model = State(initialValue: ViewStoreOf(store.accepting(TodoList.Action.self)))
    }

    var body: some View {
      let ids = model[\.rows.ids]
      List {
        ForEach(ids, id: \.self) { id in
          if let todo = todos.scope(\.rows, id: id) { TodoRow(todo) }
        }
        .onDelete { offsets in model.send(.deleted(offsets.map { ids[$0] })) }
        .onMove { offsets, destination in
          model.send(.moved(offsets: Array(offsets), destination: destination))
        }
      }
      .navigationTitle("List")
      .toolbar {
        #if !os(macOS)
          ToolbarItem(placement: .primaryAction) { EditButton() }
        #endif
        ToolbarItem(placement: .primaryAction) {
          Button("Add", systemImage: "plus") {
            withAnimation { model.send(.added) }
          }
        }
      }
    }
  }

  /// A row with a view store of its own.
  private struct TodoRow: View {
    @State private var model: ViewStoreOf<Todo.State, Todo.Action>

    init(_ store: StoreOf<Todo.State, Todo.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      let id = model.id
      HStack {
        TextField(
          "Title",
          text: model.binding(\.title) { Todo.Action(elementID: id, event: .titleChanged($0)) })
        Toggle(
          "Done",
          isOn: model.binding(\.isDone) { Todo.Action(elementID: id, event: .doneChanged($0)) }
        )
        .labelsHidden()
      }
    }
  }
#endif
