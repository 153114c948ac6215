// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct MusicTests {
  private let clock = ManualClock()

  /// Returns a store with a screen for each album, from the first ID.
  private func testStore(_ albums: String...) async -> TestStore<Music.State> {
    let store = TestStore(state: Music.State(), reducer: Music.reducer, clock: clock)
    for title in albums {
      await store.send(Music.Action.albumTapped(title)) {
        $0.path.push(.album(Album.State(title: title)))
      }
    }
    return store
  }

  @Test func screensOpenOtherScreens() async {
    let store = await testStore("First")
    await store.send(Album.Action.artistTapped("Ada"), to: \.path, id: ScreenID(1)) {
      $0.path.push(.artist(Artist.State(name: "Ada")))
    }
    await store.send(Artist.Action.albumTapped("Second"), to: \.path, id: ScreenID(2)) {
      $0.path.push(.album(Album.State(title: "Second")))
    }
    await store.send(Music.Action.path(.dismiss(ScreenID(3)))) { $0.path.pop() }
    await store.send(Artist.Action.rootTapped, to: \.path, id: ScreenID(2)) {
      $0.path.popToRoot()
    }
    await store.finish()
  }

  @Test func leavingAScreenEndsItsEffects() async {
    let store = await testStore("First")
    let id = ScreenID(1)
    await store.send(Album.Action.playTapped, to: \.path, id: id) {
      $0.path[id: id] = .album(Album.State(title: "First", isPlaying: true))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(Album.Action.ticked, from: \.path, id: id) {
      $0.path[id: id] = .album(Album.State(title: "First", isPlaying: true, seconds: 1))
    }
    await store.send(Music.Action.path(.dismiss(id))) { $0.path.pop() }
    await clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test func stoppingOneAlbumDoesNotStopAnother() async {
    let store = await testStore("First", "Second")
    let (first, second) = (ScreenID(1), ScreenID(2))
    await store.send(Album.Action.playTapped, to: \.path, id: first) {
      $0.path[id: first] = .album(Album.State(title: "First", isPlaying: true))
    }
    await store.send(Album.Action.playTapped, to: \.path, id: second) {
      $0.path[id: second] = .album(Album.State(title: "Second", isPlaying: true))
    }
    await store.send(Album.Action.playTapped, to: \.path, id: second) {
      $0.path[id: second] = .album(Album.State(title: "Second"))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(Album.Action.ticked, from: \.path, id: first) {
      $0.path[id: first] = .album(Album.State(title: "First", isPlaying: true, seconds: 1))
    }
    await store.send(Album.Action.playTapped, to: \.path, id: first) {
      $0.path[id: first] = .album(Album.State(title: "First", seconds: 1))
    }
    await store.finish()
  }
}
