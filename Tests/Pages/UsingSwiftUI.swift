// SPDX-License-Identifier: MIT

@Suite @MainActor struct UsingSwiftUITests {
  struct Song: Equatable, Identifiable, Sendable {
    let id: Int
    var duration = 3.0
  }

  enum Playback {
    struct State: Equatable, Sendable { var song: Song? }

    enum Action: Runnel.Action { case started(Song), ended(Song.ID) }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .started(let song): state.song = song
      case .ended(let id): if state.song?.id == id { state.song = nil }
      }
    }
  }

  #snippet("Use an Observable object beside the store")

  @Test func `An observable object receives state, keeps its own value and dispatches`() async {
    let store = Store(state: Playback.State(), reducer: Playback.reducer)
      .accepting(Playback.Action.self)
    let player = SongPlayer(store)
    store.send(.started(Song(id: 1)))
    #expect(player.props == Song(id: 1))
    let changes = Counter()
    withObservationTracking {
      _ = player.position
    } onChange: {
      changes.increment()
    }
    player.advance(by: 2)
    #expect(player.position == 2)
    #expect(changes.value == 1)
    player.advance(by: 1)
    await store.settled()
    #expect(store.state.song == nil)
    #expect(player.position == 0)
  }

  @Test func `Its connection doesn't retain it`() async {
    let store = Store(state: Playback.State(), reducer: Playback.reducer)
      .accepting(Playback.Action.self)
    await expectReleased(after: store) { SongPlayer(store) }
  }
}
