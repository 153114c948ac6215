// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
  import RunnelNavigation
  import RunnelObservation
  import SwiftUI

  /// The path of a navigation stack is state.
  ///
  /// An action pushes a screen, and the effects of the screen end when it leaves the stack.
  ///
  /// See `Navigation.md`, and *Navigation* in `UsingSwiftUI.md`.
  struct MusicView: View {
    private let store: Store<Music.State>
    @State private var model: ViewStoreOf<Music.State, Music.Action>

    init(_ store: Store<Music.State>) {
      self.store = store
      _model = State(initialValue: ViewStoreOf(store.accepting(Music.Action.self)))
    }

    var body: some View {
      NavigationStack(path: model.binding(path: \.path) { .path($0) }) {
        List(["First Album", "Second Album"], id: \.self) { title in
          Button(title) { model.dispatch(.albumTapped(title)) }
        }
        .navigationTitle("Navigation")
        .navigationDestination(for: ScreenID.self) { id in
          // One of the scopes is present: the screen with this ID is of one kind.
          ScopeView(store.accepting(Album.Action.self).scope(\.path, id: id, .album)) {
            AlbumView($0)
          }
          ScopeView(store.accepting(Artist.Action.self).scope(\.path, id: id, .artist)) {
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
