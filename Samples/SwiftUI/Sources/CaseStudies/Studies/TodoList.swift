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

/// A row of the list: a plain feature, which doesn't know that there are many.
nonisolated enum Todo {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var isDone = false
    /// Other rows have steps with the same IDs.
    var steps: Entities<Step.State> = []
  }

  enum Action: Runnel.Action, Equatable {
    case titleChanged(String)
    case doneChanged(Bool)
    case stepAdded
  }

  static let reducer = Reducer<State> {
    Reducer.updating(Action.self) { state, action in
      switch action {
      case .titleChanged(let title): state.title = title
      case .doneChanged(let isDone): state.isDone = isDone
      case .stepAdded: state.steps.upsert(Step.State(id: state.steps.count + 1))
      }
    }
    Step.reducer.forEach(\.steps)
    Reducer.updating(Step.Action.self, from: \.steps) { state, _, _ in
      state.isDone = state.steps.allSatisfy(\.isDone)
    }
  }
}

nonisolated enum Step {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var isDone = false
  }

  enum Action: Runnel.Action, Equatable { case toggled }

  static let reducer = Reducer<State>.updating(Action.self) { state, _ in state.isDone.toggle() }
}

#if canImport(SwiftUI)
  import RunnelObservation
  import SwiftUI

  /// The list reads IDs only, so an edit of a row updates that row and not the list.
  ///
  /// See `ListsAtScale.md`, and *Lists* in `UsingSwiftUI.md`.
  struct TodoListView: View {
    private let store: StoreOf<TodoList.State, TodoList.Action>
    @State private var model: ViewStoreOf<TodoList.State, TodoList.Action>

    init(_ store: StoreOf<TodoList.State, TodoList.Action>) {
      self.store = store
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      let ids = model[\.rows.ids]
      List {
        ForEach(ids, id: \.self) { id in
          if let row = store.scope(\.rows, id: id, accepting: Todo.Action.self) { TodoRow(row) }
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

  /// A row with a view store of its own, and its steps.
  private struct TodoRow: View {
    private let store: StoreOf<Todo.State, Todo.Action>
    @State private var model: ViewStoreOf<Todo.State, Todo.Action>

    init(_ store: StoreOf<Todo.State, Todo.Action>) {
      self.store = store
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      VStack {
        HStack {
          TextField("Title", text: model.binding(\.title) { .titleChanged($0) })
          Toggle("Done", isOn: model.binding(\.isDone) { .doneChanged($0) }).labelsHidden()
        }
        ForEach(model.steps) { step in
          Button("Step \(step.id)", systemImage: step.isDone ? "checkmark.circle" : "circle") {
            store.dispatch(Step.Action.toggled, to: \.steps, id: step.id)
          }
        }
        Button("Add a Step") { model.dispatch(.stepAdded) }
      }
      .buttonStyle(.borderless)
    }
  }
#endif
