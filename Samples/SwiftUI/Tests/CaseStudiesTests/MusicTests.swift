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
    await store.send(
      ScreenAction(screen: ScreenID(1), action: Album.Action.artistTapped("Ada"))
    ) { $0.path.push(.artist(Artist.State(name: "Ada"))) }
    await store.send(
      ScreenAction(screen: ScreenID(2), action: Artist.Action.albumTapped("Second"))
    ) { $0.path.push(.album(Album.State(title: "Second"))) }
    await store.send(Music.Action.path(.dismiss(ScreenID(3)))) { $0.path.pop() }
    await store.send(ScreenAction(screen: ScreenID(2), action: Artist.Action.rootTapped)) {
      $0.path.popToRoot()
    }
    await store.finish()
  }

  @Test func leavingAScreenEndsItsEffects() async {
    let store = await testStore("First")
    let id = ScreenID(1)
    await store.send(ScreenAction(screen: id, action: Album.Action.playTapped)) {
      $0.path[id: id] = .album(Album.State(title: "First", isPlaying: true))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(Album.Action.ticked) {
      $0.path[id: id] = .album(Album.State(title: "First", isPlaying: true, seconds: 1))
    }
    await store.send(Music.Action.path(.dismiss(id))) { $0.path.pop() }
    await clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test func stoppingOneAlbumDoesNotStopAnother() async {
    let store = await testStore("First", "Second")
    let (first, second) = (ScreenID(1), ScreenID(2))
    await store.send(ScreenAction(screen: first, action: Album.Action.playTapped)) {
      $0.path[id: first] = .album(Album.State(title: "First", isPlaying: true))
    }
    await store.send(ScreenAction(screen: second, action: Album.Action.playTapped)) {
      $0.path[id: second] = .album(Album.State(title: "Second", isPlaying: true))
    }
    await store.send(ScreenAction(screen: second, action: Album.Action.playTapped)) {
      $0.path[id: second] = .album(Album.State(title: "Second"))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(Album.Action.ticked) {
      $0.path[id: first] = .album(Album.State(title: "First", isPlaying: true, seconds: 1))
    }
    await store.send(ScreenAction(screen: first, action: Album.Action.playTapped)) {
      $0.path[id: first] = .album(Album.State(title: "First", seconds: 1))
    }
    await store.finish()
  }
}
