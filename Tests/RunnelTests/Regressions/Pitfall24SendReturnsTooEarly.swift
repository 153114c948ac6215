// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// Documentation suggested that an action was reduced when `send` returned.
///
/// In 1,839 of 2,000 cases it was not. In Runnel `dispatch` only enqueues, and `settled()` waits.
@Suite struct Pitfall24SendReturnsTooEarly {
  private let store = Store(state: Diary(), reducer: diaryReducer)

  @Test func `Pitfall 24: settled() returns after earlier actions are reduced`() async {
    for count in 1...2_000 {
      store.dispatch(Word("word"))
      await store.settled()
      #expect(store.state.words.count == count)
    }
  }

  @Test func `Pitfall 24: settled() in an effect returns after its actions are reduced`() async {
    let counts = Recorder<Int>()
    store.start(
      .run { [store] send in
        for _ in 1...2_000 {
          send(Word("word"))
          await store.settled()
          counts.record(store.state.words.count)
        }
      })
    await store.settled(includingEffects: true)
    #expect(counts.values == Array(1...2_000))
  }

  @Test func `Pitfall 24: an action that an effect sends to a busy store stays pending`() async {
    let (sent, hold) = (Gate(), Gate())
    // Holds the store's queue until `send` has returned.
    let token = store.onAction { _, action in
      if action is AppAction { hold.pass() }
    }
    store.start(
      .run { [store] send in
        store.dispatch(AppAction.nothing)
        send(Word("word"))
        sent.open()
      })
    await sent.opened()
    #expect(store.state.words == [])
    hold.open()
    await store.settled()
    #expect(store.state.words == ["word"])
    token.dispose()
  }
}
