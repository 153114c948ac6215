// SPDX-License-Identifier: MIT

import Runnel

/// Headlines that the user loads again.
nonisolated enum News {
  struct State: Equatable, Sendable {
    var headlines: [String] = []
    var problem: String?
  }

  enum Action: Runnel.Action, Equatable {
    case reloaded
    case loaded([String])
    case failed(String)
  }

  struct Load: Command, Equatable {}

  enum ID { case loading }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .reloaded:
      return .perform(Load())
        .timeout(after: .seconds(10))
        .catch { .failed("\($0)") }
        .cancellable(id: ID.loading, cancelInFlight: true)
    case .loaded(let headlines):
      state = State(headlines: headlines)
      return .none
    case .failed(let problem):
      state.problem = problem
      return .none
    }
  }
}
