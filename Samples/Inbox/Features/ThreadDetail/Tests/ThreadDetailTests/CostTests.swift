// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadDetail

/// The work for a thread of 5,000 messages, counted.
@Suite struct CostTests {
  private static func large() -> State {
    var state = State.shown()
    state.reduce(
      .loaded(
        subject: "Otters", (0..<5_000).map { message("\($0)", at: Int64($0)) }, isStale: false))
    return state
  }

  @Test func `Received messages and confirmed replies copy no list`() {
    var state = Self.large()
    var copies = 0
    for number in 5_000..<5_500 {
      let id = "\(number)"
      let before = state.messages.ids.withUnsafeBufferPointer { $0.baseAddress }
      if number.isMultiple(of: 2) { state.reduce(.outgoing(reply("reply \(id)"))) }
      let new = reply("reply \(id)").stored(as: id, at: Int64(number))
      state.reduce(.received(new))
      let after = state.messages.ids.withUnsafeBufferPointer { $0.baseAddress }
      if before != after { copies += 1 }
    }
    #expect(state.messages.count == 5_500)
    // The list grows at most once.
    #expect(copies <= 1)
  }

  @Test func `A received message notifies the observers of no other message`() async {
    let store = Runnel.Store(state: Self.large(), reducer: Feature.reducer)
      .accepting(Feature.Action.self)
    let recorders = stride(from: 0, to: 5_000, by: 100).compactMap { number in
      store.scope(\.messages, id: "\(number)").map { ValueRecorder($0) }
    }
    #expect(recorders.count == 50)
    store.dispatch(.scrolled(by: 1))
    store.dispatch(.received(message("n", at: 9_999)))
    store.dispatch(.outgoing(reply("a")))
    store.dispatch(.failed(clientID: "a", reason: "rude"))
    await store.settled()
    #expect(store.state.messages.count == 5_002)
    #expect(recorders.allSatisfy { $0.values.count == 1 })
  }

  @Test func `A window wraps only the messages that it shows`() {
    let state = Self.large()
    var characters = 0
    let window = state.window(height: 20, width: 80, now: 0) { _ in
      characters += 1
      return 1
    }
    #expect(window.lines.count == 20)
    // Ten messages, each with a header and a text of fewer than 40 characters in all.
    #expect(characters < 10 * 40)
  }
}
