// SPDX-License-Identifier: MIT

import Composer
import Runnel
import RunnelObservation
import SwiftUI

/// A message that the user writes.
struct ComposerView: View {
  @State private var model: ViewStoreOf<ComposerFeature.State, ComposerFeature.Action>
  @FocusState private var focus: ComposerFeature.Field?

  init(draft: StoreOf<ComposerFeature.State, ComposerFeature.Action>) {
    _model = State(initialValue: ViewStoreOf(draft))
  }

  var body: some View {
    Form {
      if model.threadID == nil {
        TextField("Subject", text: model.binding(\.subject) { .subjectChanged($0) })
          .focused($focus, equals: .subject)
      }
      TextEditor(text: model.binding(\.text) { .textChanged($0) })
        .focused($focus, equals: .text)
      if let problem = model.problem { Text(problem).foregroundStyle(.red) }
    }
    .disabled(model.isSubmitted)
    .onAppear { focus = model.focus }
    .navigationTitle(model.threadID == nil ? "New Message" : "Reply")
    .toolbar {
      ToolbarItemGroup {
        Button("Undo", systemImage: "arrow.uturn.backward") { model.dispatch(.undone) }
          .disabled(!model[\.history.canUndo])
        Button("Redo", systemImage: "arrow.uturn.forward") { model.dispatch(.redone) }
          .disabled(!model[\.history.canRedo])
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Send", systemImage: "paperplane") { model.dispatch(.sendTapped) }
          .disabled(model.isSubmitted)
      }
    }
  }
}
