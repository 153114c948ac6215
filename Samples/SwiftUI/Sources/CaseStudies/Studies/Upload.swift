// SPDX-License-Identifier: MIT

import Runnel

/// An upload that reports its progress, and that the user can cancel.
nonisolated enum Upload {
  enum Status: Equatable, Sendable {
    case ready
    case uploading(progress: Double)
    case done
    case failed(String)
  }

  struct State: Equatable, Sendable { var status = Status.ready }

  enum Action: Runnel.Action, Equatable {
    case startTapped
    case cancelTapped
    case progressed(Double)
    case finished
    case failed(String)
  }

  struct Send: Command, Equatable { let file: String }

  enum ID { case upload }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .startTapped:
      if case .uploading = state.status { return .none }
      state.status = .uploading(progress: 0)
      return .perform(Send(file: "picture.jpg"))
        .catch { .failed("\($0)") }
        .cancellable(id: ID.upload)
    case .cancelTapped:
      // After `cancel`, no further action of the upload is reduced, not even a pending one.
      state.status = .ready
      return .cancel(id: ID.upload)
    case .progressed(let progress): state.status = .uploading(progress: progress)
    case .finished: state.status = .done
    case .failed(let problem): state.status = .failed(problem)
    }
    return .none
  }
}

#if canImport(SwiftUI)
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
