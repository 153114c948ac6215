// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct MusicTests {
  private let clock = ManualClock()

  @Test func screensOpenOtherScreens() async {
    let store = TestStore(state: Music.State(), reducer: Music.reducer, clock: clock)
    await store.send(Music.Action.albumTapped("First")) {
      $0.path.push(.album(Album.State(title: "First")))
    }
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
    let store = TestStore(state: Music.State(), reducer: Music.reducer, clock: clock)
    let id = ScreenID(1)
    await store.send(Music.Action.albumTapped("First")) {
      $0.path.push(.album(Album.State(title: "First")))
    }
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
    let store = TestStore(state: Music.State(), reducer: Music.reducer, clock: clock)
    let first = ScreenID(1)
    let second = ScreenID(2)
    for title in ["First", "Second"] {
      await store.send(Music.Action.albumTapped(title)) {
        $0.path.push(.album(Album.State(title: title)))
      }
    }
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
