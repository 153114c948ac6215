// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// The examples of Unison's documentation and the requests of its users, written with Runnel.
@Suite struct UnisonExamplesTests {
  private let clock = ManualClock()

  // MARK: Event, update, effect, result

  private enum Form {
    struct State: Equatable, Sendable {
      var userInput = ""
      var isSaving = false
      var error: String?
    }

    enum Event: Action {
      case userInputChanged(String)
      case saveTapped
    }

    enum Save: Command, Equatable {
      case action(input: String)

      enum Result: Action, Equatable {
        case success
        case failure(String)
      }
    }

    static let reducer = Reducer<State> {
      Reducer.on(Event.self) { state, event in
        switch event {
        case .userInputChanged(let input):
          state.userInput = input
          return .none
        case .saveTapped:
          if state.userInput.isEmpty { return .none }
          state.isSaving = true
          return .perform(Save.action(input: state.userInput))
            .catch { Save.Result.failure("\($0)") }
        }
      }
      Reducer.on(Save.Result.self) { state, result in
        state.isSaving = false
        if case .failure(let error) = result { state.error = error }
      }
    }
  }

  private struct Rejected: Error {}

  private static func saveHandler(isRejecting: Bool = false) -> CommandHandlers {
    CommandHandlers(for: Form.Save.self) { _ in
      .once {
        if isRejecting { throw Rejected() }
        return Form.Save.Result.success
      }
    }
  }

  @Test(arguments: [false, true])
  func `An event starts an effect, and its result or error changes the state`(
    isRejecting: Bool
  ) async {
    let store = Store(state: Form.State(), reducer: Form.reducer, clock: clock)
    let handler = store.handle(with: Self.saveHandler(isRejecting: isRejecting))
    let isSaving = Recorder<Bool>()
    let token = store.scope(\.isSaving).observe { isSaving.record($0) }
    store.dispatch(Form.Event.userInputChanged("text"))
    store.dispatch(Form.Event.saveTapped)
    await clock.advance(by: .zero)
    #expect(
      store.state == Form.State(userInput: "text", error: isRejecting ? "Rejected()" : nil))
    #expect(isSaving.values == [false, true, false])
    token.dispose()
    handler.dispose()
  }

  @Test func `A reducer is tested as a function of state and event`() {
    var state = Form.State()
    #expect(Form.reducer.reduce(&state, Form.Event.saveTapped).isNone)
    #expect(state == Form.State())
    #expect(Form.reducer.reduce(&state, Form.Event.userInputChanged("a")).isNone)
    #expect(state == Form.State(userInput: "a"))
    let effect = Form.reducer.reduce(&state, Form.Event.saveTapped)
    #expect(state == Form.State(userInput: "a", isSaving: true))
    #expect(effect.commands as? [Form.Save] == [.action(input: "a")])
  }

  // MARK: Multiple results

  private struct Watch: Equatable, Sendable {
    enum Event: Action { case startTapped, stopTapped, ticked }
    enum Ticking: Command { case start }
    enum ID { case ticking }

    var seconds = 0

    static let reducer = Reducer<Watch>.on(Event.self) { state, event in
      switch event {
      case .startTapped:
        return .perform(Ticking.start).cancellable(id: ID.ticking, cancelInFlight: true)
      case .stopTapped:
        return .cancel(id: ID.ticking)
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }

  @Test func `A timer is a command with many results until it is canceled`() async {
    let store = Store(state: Watch(), reducer: Watch.reducer, clock: clock)
    let handler = store.handle(Watch.Ticking.self) { [clock] _ in
      .many(clock.ticks(every: .seconds(1))) { _ in Watch.Event.ticked }
    }
    store.dispatch(Watch.Event.startTapped)
    await clock.advance(by: .milliseconds(3_500))
    #expect(store.state.seconds == 3)
    // The second timer replaces the first.
    store.dispatch(Watch.Event.startTapped)
    await clock.advance(by: .seconds(2))
    #expect(store.state.seconds == 5)
    store.dispatch(Watch.Event.stopTapped)
    await clock.advance(by: .seconds(10))
    #expect(store.state.seconds == 5)
    #expect(clock.sleeperCount == 0)
    handler.dispose()
  }

  // MARK: Shared state

  private struct Wizard: Equatable, Sendable {
    struct Page: Equatable, Sendable {
      var text = ""
    }

    struct Entered: ElementAction {
      let elementID: Step
      let text: String
    }

    enum Step: Equatable, Sendable { case name, contact, done }

    enum Event: Action { case nextTapped, created(Int) }

    struct CreateUser: Command, Equatable {
      let name: String
      let email: String
    }

    var pages: [Step: Page] = [.name: Page(), .contact: Page()]
    var step = Step.name
    var userID: Int?

    static let reducer = Reducer<Wizard> {
      Reducer<Page>.on(Entered.self) { page, event in page.text = event.text }.forEach(\.pages)
      Reducer.on(Event.self) { state, event in
        switch (event, state.step) {
        case (.nextTapped, .name):
          state.step = .contact
        case (.nextTapped, .contact):
          let (name, email) = (state.pages[.name]?.text, state.pages[.contact]?.text)
          return .perform(CreateUser(name: name ?? "", email: email ?? ""))
        case (.created(let id), _):
          (state.userID, state.step) = (id, .done)
        case (.nextTapped, .done):
          break
        }
        return .none
      }
    }
  }

  @Test func `Screens of a wizard fill in slices, and the last one uses the whole state`() async {
    let store = Store(state: Wizard(), reducer: Wizard.reducer)
    let created = Recorder<Wizard.CreateUser>()
    let handler = store.handle(Wizard.CreateUser.self) { command in
      created.record(command)
      return .once { Wizard.Event.created(1) }
    }
    let steps = Recorder<Wizard.Step>()
    let coordinator = store.scope(\.step).observe { steps.record($0) }
    // Each screen has a scope of its own page.
    for (page, text) in [(Wizard.Step.name, "Ada"), (.contact, "ada@example.org")] {
      store.scope(\.pages, key: page)?.dispatch(Wizard.Entered(elementID: page, text: text))
      store.dispatch(Wizard.Event.nextTapped)
    }
    await store.settled(includingEffects: true)
    #expect(created.values == [.init(name: "Ada", email: "ada@example.org")])
    #expect(store.state.userID == 1)
    #expect(steps.values == [.name, .contact, .done])
    coordinator.dispose()
    handler.dispose()
  }
}
