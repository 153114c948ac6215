// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight

enum Notes {
  struct State: Codable, Equatable, Sendable {
    var texts: [String] = []
    var isSaved = true
  }

  enum Action: Runnel.Action, Codable, Equatable {
    case add(String)
    case save
    case saved
  }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .add(let text):
      state.texts.append(text)
      state.isSaved = false
    case .save: return .run { send in send(.saved) }.cancellable(id: "save")
    case .saved: state.isSaved = true
    }
    return .none
  }

  static func makeStore() -> Store<State> { Store(state: State(), reducer: reducer) }

  /// Records the actions as dispatched by the caller, and returns the path of the file.
  static func record(
    _ actions: [Action], states: RecordedStates = .everyAction, in folder: TemporaryFolder,
    file: StaticString = #fileID
  ) async throws -> String {
    let store = makeStore()
    let url = folder.url.appendingPathComponent("session.ndjson")
    let token = store.scope(\.texts).observe { _ in }
    let recording = try store.record(to: url, states: states, deliveries: true)
    for action in actions {
      store.dispatch(action, file: file)
      await store.settled(includingEffects: true)
    }
    try await recording.flush()
    token.dispose()
    return url.path
  }
}
