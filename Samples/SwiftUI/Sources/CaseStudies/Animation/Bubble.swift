// SPDX-License-Identifier: MIT

import Runnel

/// A circle that changes its size, its position and its color.
nonisolated enum Bubble {
  enum Tint: CaseIterable, Sendable { case blue, green, orange, red }

  struct State: Equatable, Sendable {
    var isLarge = false
    var isRaised = false
    var tint = Tint.blue
  }

  enum Action: Runnel.Action, Equatable {
    case largeChanged(Bool)
    case raiseTapped
    case rainbowTapped
    case tinted(Tint)
  }

  enum ID { case rainbow }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .largeChanged(let isLarge):
      state.isLarge = isLarge
      return .none
    case .raiseTapped:
      state.isRaised.toggle()
      return .none
    case .rainbowTapped:
      return .run { send in
        for tint in [Tint.green, .orange, .red, .blue] {
          send(.tinted(tint))
          try await send.sleep(for: .seconds(1))
        }
      }
      .cancellable(id: ID.rainbow, cancelInFlight: true)
    case .tinted(let tint):
      state.tint = tint
      return .none
    }
  }
}
