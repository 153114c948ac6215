// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
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
