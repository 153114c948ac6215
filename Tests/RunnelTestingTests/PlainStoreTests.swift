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
    let failures = await failures {
      await expectReleased { kept }
      await expectReleased(after: store) { kept }
    }
    let text = """
      The ReleaseTests.Player was not released. Check for closures that capture it, delegates that \
      are not weak, and subscriptions that were not disposed of.
      """
    #expect(failures == [TestFailure(at: 1, text), TestFailure(at: 2, text)])
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

private struct Lost: Command {}
private struct Other: Command {}

/// A mistake that is reported during the call.
private func handleTwice(_ store: Store<Int>, _ type: (some Command).Type = Lost.self) {
  let tokens = (0..<2).map { _ in store.handle(type) { _ in .none } }
  tokens.forEach { $0.dispose() }
}

@Suite struct RuntimeWarningTests {
  @Test func `Contract 36: a warning of a plain store fails the test that created it`() async {
    await withKnownIssue {
      await failingOnRuntimeWarnings {
        let store = Store(state: 0, reducer: .on(Word.self) { _, _ in .perform(Lost()) })
        store.dispatch(Word("a"))
        await store.settled(includingEffects: true)
      }
    } matching: {
      "\($0)".contains("Missing command handler for Lost")
    }
  }

  @Test func `Contract 36: a warning of the test's own calls fails the test`() async {
    await withKnownIssue {
      let store = Store(state: 0)
      await failingOnRuntimeWarnings {
        handleTwice(store)
      }
    } matching: {
      "\($0)".contains("Duplicate command handler for Lost")
    }
  }

  @Test func `Contract 36: a warning of another store doesn't fail the test`() async {
    let warnings = WarningRecorder(containing: "Duplicate command handler for Other")
    let other = Store(state: 0)
    await failingOnRuntimeWarnings {
      let store = Store(state: 0)
      store.dispatch(Word("fine"))
      await store.settled()
      await Task.detached { handleTwice(other, Other.self) }.value
    }
    #expect(warnings.messages.count == 1)
  }

  @Test func `Contract 36: a runtime warning fails the test of a test store`() async {
    let store = TestStore(state: 0, reducer: Reducer {})
    await withKnownIssue {
      handleTwice(store.store)
      await store.finish()
    } matching: {
      "\($0)".contains("Duplicate command handler for Lost")
    }
  }
}
