// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
  import RunnelObservation
  import SwiftUI

  /// An effect sends many actions until it ends or is canceled.
  ///
  /// See *Return results from a command* in `Commands.md`, and *Cancel effects* in `Effects.md`.
  struct UploadView: View {
    @State private var model: ViewStoreOf<Upload.State, Upload.Action>

    init(_ store: StoreOf<Upload.State, Upload.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      VStack {
        switch model.status {
        case .ready:
          Button("Upload") { model.dispatch(.startTapped) }
        case .uploading(let progress):
          ProgressView(value: progress)
          Button("Cancel", role: .cancel) { model.dispatch(.cancelTapped) }
        case .done:
          Label("Uploaded", systemImage: "checkmark")
          Button("Upload Again") { model.dispatch(.startTapped) }
        case .failed(let problem):
          Text(problem).foregroundStyle(.red)
          Button("Try Again") { model.dispatch(.startTapped) }
        }
      }
      .padding()
      .navigationTitle("Upload")
    }
  }
#endif
