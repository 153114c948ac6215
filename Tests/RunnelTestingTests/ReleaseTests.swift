// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ReleaseTests {
  private final class Player: Sendable {
    private let disposer = Disposer()

    func follow(_ store: Store<Diary>, retainingItself isLeaky: Bool = false) {
      if isLeaky {
        store.observe { _ in self.play() }.dispose(on: disposer)
      } else {
        store.observe { [weak self] _ in self?.play() }.dispose(on: disposer)
      }
    }

    func play() {}

    func stop() {
      disposer.dispose()
    }
  }

  private let store = Store(state: Diary(), reducer: diaryReducer)

  @Test func `a released object passes`() async {
    await expectReleased { Player() }
    await expectReleased(after: store) {
      let player = Player()
      player.follow(store)
      store.dispatch(Word("a"))
      return player
    }
  }

  private struct Holding: Action { let player: Player }

  @Test func `the check runs after the store has processed all actions`() async {
    for _ in 0..<20 {
      await expectReleased(after: store) {
        let player = Player()
        for _ in 0..<100 { store.dispatch(Holding(player: player)) }
        return player
      }
    }
  }

  @Test func `a retained object fails with its type at the line of the call`() async {
    let kept = Player()
    let line = #line + 2
    let failures = await failures {
      await expectReleased { kept }
      await expectReleased(after: store) { kept }
    }
    let text = """
      The ReleaseTests.Player was not released. Check for closures that capture it, delegates that \
      are not weak, and subscriptions that were not disposed of.
      """
    #expect(failures == [TestFailure(at: line, text), TestFailure(at: line + 1, text)])
  }

  @Test func `an object that its own subscription retains fails`() async {
    var last: Player?
    let failures = await failures {
      await expectReleased(after: store) {
        let player = Player()
        player.follow(store, retainingItself: true)
        return player
      }
      await expectReleased(after: store) {
        let player = Player()
        player.follow(store, retainingItself: true)
        last = player
        last?.stop()
        last = nil
        return player
      }
    }
    #expect(failures.count == 1)
  }

  @Test func `an error thrown by the closure is rethrown`() async {
    await #expect(throws: Failure()) {
      try await expectReleased { () -> Player in throw Failure() }
    }
  }
}
