// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ReleaseTests {
  private final class Player: Sendable {
    private let disposer = Disposer()

    func follow(_ store: Store<Diary>, holdingItself isLeaky: Bool = false) {
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

  @Test("An object that nobody holds passes")
  func released() async {
    let failures = await failures {
      await expectReleased { Player() }
      await expectReleased(after: store) {
        let player = Player()
        player.follow(store)
        store.dispatch(Said("a"))
        return player
      }
    }
    #expect(failures == [])
  }

  private struct Holding: Action { let player: Player }

  @Test("An object is looked for when the store has done with all that was dispatched")
  func inActions() async {
    let failures = await failures {
      for _ in 0..<20 {
        await expectReleased(after: store) {
          let player = Player()
          for _ in 0..<100 { store.dispatch(Holding(player: player)) }
          return player
        }
      }
    }
    #expect(failures == [])
  }

  @Test("An object that somebody holds fails, at the line of the call, with its type")
  func kept() async {
    let kept = Player()
    let line = #line + 2
    let failures = await failures {
      await expectReleased { kept }
      await expectReleased(after: store) { kept }
    }
    let text = """
      The ReleaseTests.Player is still there: somebody holds it. Look for closures that capture it, for a delegate \
      that is not weak, and for a subscription that holds it and was not ended.
      """
    #expect(failures == [Failed(at: line, text), Failed(at: line + 1, text)])
  }

  @Test("An object that its own subscription holds fails")
  func leak() async {
    var last: Player?
    let failures = await failures {
      await expectReleased(after: store) {
        let player = Player()
        player.follow(store, holdingItself: true)
        return player
      }
      await expectReleased(after: store) {
        let player = Player()
        player.follow(store, holdingItself: true)
        last = player
        last?.stop()
        last = nil
        return player
      }
    }
    #expect(failures.count == 1)
  }

  @Test("A component on the main actor is released when its connection is the last to know of it")
  @MainActor
  func component() async {
    let failures = await failures {
      await expectReleased(after: store) {
        let view = ViewRecorder(Diary())
        view.connect(to: store)
        store.dispatch(Said("a"))
        return view
      }
    }
    #expect(failures == [])
  }

  @Test("What the closure throws is passed on")
  func throwing() async {
    await #expect(throws: Failure()) {
      try await expectReleased { () -> Player in throw Failure() }
    }
  }
}
