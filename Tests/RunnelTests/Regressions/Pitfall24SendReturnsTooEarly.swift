// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// Documentation suggested that an action had been reduced when `send` returned; in 1,839 of 2,000 cases it
/// had not. Here `dispatch` says that it returns before, and `settled()` is how to wait.
@Suite struct Pitfall24SendReturnsTooEarly {
  @Test func `Pitfall 24: settled() returns after earlier actions are reduced`() async {
    let store = makeStore()
    for count in 1...2_000 {
      store.dispatch(AppAction.increment)
      await store.settled()
      #expect(store.state.counter == count)
    }
  }

  @Test func `Pitfall 24: settled() in an effect returns after its actions are reduced`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    let counts = Recorder<Int>()
    store.dispatch(
      Do(
        .run { send in
          for _ in 1...2_000 {
            send(Said("word"))
            await store.settled()
            counts.record(store.state.words.count)
          }
        }))
    await store.settled(includingEffects: true)
    #expect(counts.values == Array(1...2_000))
  }

  @Test func `Pitfall 24: settled(includingEffects:) returns after actions of effects`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    for count in 1...2_000 {
      store.dispatch(Do(.run { send in send(Do(.run { send in send(Said("word")) })) }))
      await store.settled(includingEffects: true)
      #expect(store.state.words.count == count)
    }
  }

  @Test func `Pitfall 24: an action that an effect sends to a busy store stays pending`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    let sent = Gate()
    let hold = Gate()
    let token = store.onAction { _, action in
      // The store's queue is held until `send` has returned.
      if action is AppAction { hold.pass() }
    }
    store.dispatch(
      Do(
        .run { send in
          store.dispatch(AppAction.nothing)
          send(Said("word"))
          sent.open()
        }))
    await sent.opened()
    #expect(store.state.words == [])
    hold.open()
    await store.settled()
    #expect(store.state.words == ["word"])
    token.dispose()
  }
}
