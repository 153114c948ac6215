// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation

/// A stack of albums and artists, of any depth.
nonisolated enum Music {
  enum Screen: Equatable, Sendable {
    case album(Album.State)
    case artist(Artist.State)
  }

  struct State: Equatable, Sendable { var path = ScreenStack<Screen>() }

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
    case .ticked: state.seconds += 1
    case .artistTapped: break
    }
    return .none
  }
}

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

#if canImport(SwiftUI)
  import RunnelObservation
  import SwiftUI

  /// The path of a navigation stack is state.
  ///
  /// An action pushes a screen, and the effects of the screen end when it leaves the stack.
  ///
  /// See `Navigation.md`, and *Navigation* in `UsingSwiftUI.md`.
  struct MusicView: View {
    private let store: StoreOf<Music.State, Music.Action>
    @State private var model: ViewStoreOf<Music.State, Music.Action>

    init(_ store: StoreOf<Music.State, Music.Action>) {
      self.store = store
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      NavigationStack(path: model.binding(path: \.path) { .path($0) }) {
        List(["First Album", "Second Album"], id: \.self) { title in
          Button(title) { model.dispatch(.albumTapped(title)) }
        }
        .navigationTitle("Navigation")
        .navigationDestination(for: ScreenID.self) { id in
          // One of the scopes is present: the screen with this ID is of one kind.
          ScopeView(store.scope(\.path, id: id, .album, accepting: Album.Action.self)) {
            AlbumView($0)
          }
          ScopeView(store.scope(\.path, id: id, .artist, accepting: Artist.Action.self)) {
            ArtistView($0)
          }
        }
      }
    }
  }

  private struct AlbumView: View {
    @State private var model: ViewStoreOf<Album.State, Album.Action>

    init(_ store: StoreOf<Album.State, Album.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      VStack {
        Text("\(model.seconds) s").font(.largeTitle)
        Button(model.isPlaying ? "Stop" : "Play") { model.dispatch(.playTapped) }
        Button("Show the Artist") { model.dispatch(.artistTapped("Ada")) }
      }
      .navigationTitle(model.title)
    }
  }

  private struct ArtistView: View {
    @State private var model: ViewStoreOf<Artist.State, Artist.Action>

    init(_ store: StoreOf<Artist.State, Artist.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      List {
        ForEach(model.albums, id: \.self) { title in
          Button(title) { model.dispatch(.albumTapped(title)) }
        }
        Button("Back to the Start") { model.dispatch(.rootTapped) }
      }
      .navigationTitle(model.name)
    }
  }
#endif
