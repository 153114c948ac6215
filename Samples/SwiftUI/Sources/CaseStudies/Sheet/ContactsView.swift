// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
  import RunnelObservation
  import SwiftUI

  /// A sheet is optional state.
  ///
  /// When the state becomes `nil`, the sheet and its effects end.
  ///
  /// See *Present a sheet* in `Navigation.md`, and *Optional state* in `Reducers.md`.
  struct ContactsView: View {
    private let editor: StoreOf<Contacts.State, ContactEditor.Action>
    @State private var model: ViewStoreOf<Contacts.State, Contacts.Action>

    init(_ store: Store<Contacts.State>) {
      editor = store.accepting(ContactEditor.Action.self)
      _model = State(initialValue: ViewStoreOf(store.accepting(Contacts.Action.self)))
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
        ScopeView(editor.ifPresent(\.editor)) { store in
          ContactEditorView(store, cancel: { model.dispatch(.editorDismissed) })
        }
      }
    }
  }

  /// The content of the sheet.
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
