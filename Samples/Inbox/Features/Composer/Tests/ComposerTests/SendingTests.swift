// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import Composer

@Suite struct SendingTests {
  @Test(arguments: [State(id: "draft", subject: "Lunch", text: "At noon?"), reply("yes")])
  func `A message is submitted once, and a reply needs no subject`(state: State) async {
    let store = makeStore(state)
    await store.send(.sendTapped) { $0.isSubmitted = true }
    await store.receive(.submitted(state.draft))
    await store.send(.sendTapped)
    await store.finish()
  }

  @Test(arguments: ["", " \n\t"])
  func `An empty message isn't sent`(text: String) async {
    let store = makeStore(reply(text))
    await store.send(.sendTapped) { $0.problem = "The message is empty." }
    await store.send(.focusChanged(.text))
    await store.send(.textChanged("yes")) {
      $0.history.record($0.text)
      $0.text = "yes"
      $0.cursor = 3
      $0.problem = nil
    }
    await store.finish()
  }

  @Test func `A new thread needs a subject`() async {
    let store = makeStore(State(id: "draft", subject: "  ", text: "At noon?"))
    await store.send(.sendTapped) { $0.problem = "A new thread needs a subject." }
    await store.send(.subjectChanged("Lunch")) {
      $0.subject = "Lunch"
      $0.cursor = 5
      $0.problem = nil
    }
    await store.finish()
  }

  @Test func `A submitted draft doesn't change`() {
    let state = reply("yes").typing("!").after(.sendTapped)
    for action: Action in [.typed("x"), .deleted, .undone, .textChanged("no")] {
      #expect(state.after(action) == state)
    }
  }

  @Test func `Discarding closes the composer and keeps the draft`() async {
    let store = makeStore(reply("later"))
    await store.send(.discardTapped)
    await store.receive(.closed)
    await store.finish()
  }

  @Test func `A draft without content is empty`() {
    #expect(State(id: "draft", subject: " ", text: "\n").isEmpty)
    #expect(!State(id: "draft", subject: "Lunch").isEmpty)
    #expect(State(id: "draft", threadID: "thread", subject: "Lunch").isEmpty)
    #expect(!reply("yes").isEmpty)
  }

  @Test func `A message is submitted even if the app closes the composer at once`() async {
    struct App: Equatable, Sendable {
      var composer: State? = reply("yes")
      var sent: [ComposerFeature.Draft] = []
    }
    let store = Store(
      state: App(),
      reducer: Reducer<App> {
        ComposerFeature.reducer.ifPresent(\.composer)
        Reducer.updating(Action.self) { app, action in
          if case .submitted(let draft) = action { app.sent.append(draft) }
          if action == .sendTapped { app.composer = nil }
        }
      })
    store.dispatch(Action.sendTapped)
    await store.settled(includingEffects: true)
    #expect(store.state == App(composer: nil, sent: [reply("yes").draft]))
  }
}
