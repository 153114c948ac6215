// SPDX-License-Identifier: MIT

@Suite struct WebSocketConnectionTests {
  #snippet("Define the feature")

  #snippet("Connect to the socket")

  #snippet("Test it")

  #snippet("Test it", 2)

  @Test func `The caller starts the connection`() async {
    let clock = ManualClock()
    let disposer = Disposer()
    let socket = FakeSocket()
    let store = Store(state: Chat.State(), reducer: Chat.reducer, clock: clock)
      .accepting(Chat.Action.self)
    #snippet("Start and stop it")
    await clock.advance(by: .zero)
    #expect(store.state.isConnected)
    disposer.dispose()
  }
}
