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
