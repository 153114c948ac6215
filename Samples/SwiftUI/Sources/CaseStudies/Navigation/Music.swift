// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation

/// A stack of albums and artists, of any depth.
nonisolated enum Music {
  enum Screen: Equatable, Sendable {
    case album(Album.State)
    case artist(Artist.State)
  }

  struct State: Equatable, Sendable {
    var path = ScreenStack<Screen>()
  }

  enum Action: Runnel.Action, Equatable {
    case albumTapped(String)
    /// A change of the path, such as that of the back button.
    case path(StackAction<Screen>)
  }

  static let reducer = Reducer<State> {
    Reducer.updating(Action.self) { state, action in
      switch action {
      case .albumTapped(let title): state.path.push(.album(Album.State(title: title)))
      case .path(let action): state.path.apply(action)
      }
    }
    Album.reducer.forEach(\.path, .album)
    Artist.reducer.forEach(\.path, .artist)
    // The screens don't depend on each other. Here, an action of one screen opens the next one.
    Reducer.updating(Album.Action.self, from: \.path) { state, _, action in
      guard case .artistTapped(let name) = action else { return }
      state.path.push(.artist(Artist.State(name: name)))
    }
    Reducer.updating(Artist.Action.self, from: \.path) { state, _, action in
      switch action {
      case .albumTapped(let title): state.path.push(.album(Album.State(title: title)))
      case .rootTapped: state.path.popToRoot()
      }
    }
  }
}

nonisolated extension CasePath where Root == Music.Screen, Value == Album.State {
  static var album: Self {
    CasePath(embed: Music.Screen.album) { if case .album(let state) = $0 { state } else { nil } }
  }
}

nonisolated extension CasePath where Root == Music.Screen, Value == Artist.State {
  static var artist: Self {
    CasePath(embed: Music.Screen.artist) { if case .artist(let state) = $0 { state } else { nil } }
  }
}
