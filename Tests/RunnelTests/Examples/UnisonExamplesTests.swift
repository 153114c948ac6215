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

  @Test func `An event that changes nothing notifies no observer`() async {
    let store = Store(state: Form.State(), reducer: Form.reducer)
    let states = Recorder<Form.State>()
    let token = store.observe { states.record($0) }
    store.dispatch(Form.Event.saveTapped)
    store.dispatch(Form.Event.userInputChanged(""))
    await store.settled(includingEffects: true)
    #expect(states.count == 1)
    token.dispose()
  }

  // MARK: Effect handlers

  private enum Device: Command {
    case readTitle
    case watchLevels
    case beep
  }

  private struct DeviceHandler: CommandHandler {
    let beeps: Counter
    let levels: AsyncStream<Int>

    func handle(_ command: Device) -> CommandReply {
      switch command {
      case .readTitle:
        return .once { Said("title") }
      case .watchLevels:
        return .many(levels) { Said("level \($0)") }
      case .beep:
        beeps.increment()
        return .none
      }
    }
  }

  @Test func `A handler replies once, many times, or never`() async {
    let diary = DiaryStore()
    let (levels, level) = AsyncStream.makeStream(of: Int.self)
    let beeps = Counter()
    let handler = diary.store.handle(with: DeviceHandler(beeps: beeps, levels: levels))
    await diary.start(.perform(Device.readTitle))
    await diary.start(.perform(Device.beep))
    #expect(diary.words == ["title"])
    #expect(beeps.value == 1)
    await diary.start(.concat(.perform(Device.watchLevels), .say("the end")))
    for number in 1...3 { level.yield(number) }
    await diary.advance(0)
    #expect(diary.words == ["title", "level 1", "level 2", "level 3"])
    level.finish()
    await diary.advance(0)
    #expect(diary.words.last == "the end")
    #expect(diary.isClean)
    handler.dispose()
  }

  /// A command for any feature. Its reply has no meaning of its own.
  private struct Message: Command {
    struct Read: Action {}

    let text: String

    static func handler(_ shown: Recorder<String>) -> CommandHandlers {
      CommandHandlers(for: Message.self) { message in
        .once {
          shown.record(message.text)
          return Read()
        }
      }
    }
  }

  @Test func `Handlers are composed, shared between features, and replaced one by one`() async {
    let (shown, silent, beeps) = (Recorder<String>(), Recorder<String>(), Counter())
    let common = CommandHandlers { Message.handler(shown) }
    let live = CommandHandlers {
      common
      DeviceHandler(beeps: beeps, levels: AsyncStream { $0.finish() })
      Self.saveHandler()
    }
    let diary = DiaryStore()
    let handlers = diary.store.handle(with: live)
    // Each feature maps the common reply to an action of its own.
    for feature in ["profile", "search"] {
      await diary.start(
        .perform(Message(text: feature)).map { $0 is Message.Read ? Said("\(feature) read") : $0 })
    }
    await diary.start(.perform(Device.beep))
    #expect(shown.values == ["profile", "search"])
    #expect(diary.words == ["profile read", "search read"])
    handlers.dispose()

    let preview = diary.store.handle(with: live.replacing(Message.handler(silent)))
    await diary.start(.merge(.perform(Message(text: "quiet")), .perform(Device.beep)))
    #expect(silent.values == ["quiet"])
    #expect(shown.count == 2)
    #expect(beeps.value == 2)
    preview.dispose()
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
