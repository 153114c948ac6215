// SPDX-License-Identifier: MIT

import Runnel

/// A screen that plays an album.
nonisolated enum Album {
  struct State: Equatable, Sendable {
    var title: String
    var isPlaying = false
    var seconds = 0
  }

  enum Action: Runnel.Action, Equatable {
    case playTapped
    case ticked
    case artistTapped(String)
  }

  enum ID { case playback }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .playTapped:
      state.isPlaying.toggle()
      // The ID belongs to this screen: it doesn't stop another album on the stack.
      guard state.isPlaying else { return .cancel(id: ID.playback) }
      return .timer(every: .seconds(1)) { .ticked }.cancellable(id: ID.playback)
    case .ticked:
      state.seconds += 1
      return .none
    case .artistTapped:
      return .none
    }
  }
}
