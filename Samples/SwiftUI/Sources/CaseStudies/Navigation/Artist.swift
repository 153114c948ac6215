// SPDX-License-Identifier: MIT

import Runnel

/// A screen that lists the albums of an artist.
nonisolated enum Artist {
  struct State: Equatable, Sendable {
    var name: String
    var albums = ["First Album", "Second Album"]
  }

  enum Action: Runnel.Action, Equatable {
    case albumTapped(String)
    case rootTapped
  }

  /// The screen opens other screens only, which the app does.
  static let reducer = Reducer<State>.updating(Action.self) { _, _ in }
}
