// SPDX-License-Identifier: MIT

import Runnel

/// A list of names, with a sheet that adds one.
nonisolated enum Contacts {
  struct State: Equatable, Sendable {
    var names: [String] = []
    /// The presented sheet, or `nil`.
    var editor: ContactEditor.State?
  }

  enum Action: Runnel.Action, Equatable {
    case addTapped
    case editorDismissed
  }

  static let reducer = Reducer<State> {
    Reducer.updating(Action.self) { state, action in
      switch action {
      case .addTapped: state.editor = ContactEditor.State()
      case .editorDismissed: state.editor = nil
      }
    }
    // The effects of the sheet end when it disappears.
    ContactEditor.reducer.ifPresent(\.editor)
    // The list reacts to an action of the sheet, which doesn't depend on the list.
    Reducer.updating(ContactEditor.Action.self) { state, action in
      guard action == .saveTapped, let editor = state.editor else { return }
      state.names.append(editor.name)
      state.editor = nil
    }
  }
}

/// The sheet: a name, and a suggestion that takes some time.
nonisolated enum ContactEditor {
  struct State: Equatable, Sendable {
    var name = ""
    var isSuggesting = false
  }

  enum Action: Runnel.Action, Equatable {
    case nameChanged(String)
    case suggestTapped
    case suggested(String)
    case saveTapped
  }

  enum ID { case suggestion }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .nameChanged(let name): state.name = name
    case .suggestTapped:
      state.isSuggesting = true
      return .run { send in
        try await send.sleep(for: .seconds(2))
        send(.suggested("Ada"))
      }
      .cancellable(id: ID.suggestion, cancelInFlight: true)
    case .suggested(let name):
      state.isSuggesting = false
      state.name = name
    case .saveTapped: break
    }
    return .none
  }
}

#if canImport(SwiftUI)
  import RunnelObservation
  import SwiftUI

  /// A sheet is optional state.
  ///
  /// When the state becomes `nil`, the sheet and its effects end.
  ///
  /// See *Present a sheet* in `Navigation.md`, and *Optional state* in `Reducers.md`.
  struct ContactsView: View {
    private let store: StoreOf<Contacts.State, Contacts.Action>
    @State private var model: ViewStoreOf<Contacts.State, Contacts.Action>

    init(_ store: StoreOf<Contacts.State, Contacts.Action>) {
      self.store = store
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      let names = model.names
      List {
        ForEach(names.indices, id: \.self) { Text(names[$0]) }
      }
      .navigationTitle("Sheet")
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          Button("Add", systemImage: "plus") { model.dispatch(.addTapped) }
        }
      }
      .sheet(isPresented: model.binding(isPresent: \.editor, send: .editorDismissed)) {
        // The view of the last state stays while the sheet is being dismissed.
        ScopeView(store.ifPresent(\.editor, accepting: ContactEditor.Action.self)) { editor in
          ContactEditorView(editor, cancel: { model.dispatch(.editorDismissed) })
        }
      }
    }
  }

  private struct ContactEditorView: View {
    private let cancel: () -> Void
    @State private var model: ViewStoreOf<ContactEditor.State, ContactEditor.Action>

    init(
      _ store: StoreOf<ContactEditor.State, ContactEditor.Action>,
      cancel: @escaping () -> Void
    ) {
      self.cancel = cancel
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      NavigationStack {
        Form {
          TextField("Name", text: model.binding(\.name) { .nameChanged($0) })
          Button("Suggest a Name") { model.dispatch(.suggestTapped) }
            .disabled(model.isSuggesting)
        }
        .navigationTitle("New Contact")
        .toolbar {
          ToolbarItem(placement: .cancellationAction) {
            Button("Cancel") { cancel() }
          }
          ToolbarItem(placement: .confirmationAction) {
            Button("Save") { model.dispatch(.saveTapped) }.disabled(model[\.name.isEmpty])
          }
        }
      }
    }
  }
#endif
