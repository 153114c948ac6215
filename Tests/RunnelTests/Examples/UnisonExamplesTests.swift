// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// What Unison shows of itself, and what its users asked for, in Runnel's words.
@Suite struct UnisonExamplesTests {
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
        }
      }
      Reducer.on(Save.Result.self) { state, result in
        state.isSaving = false
        if case .failure(let error) = result { state.error = error }
      }
    }
  }

  private struct Refused: Error {}

  private struct SaveHandler: CommandHandler {
    var isRefusing = false

    func handle(_ command: Form.Save) -> CommandReply {
      switch command {
      case .action:
        .once {
          if isRefusing { throw Refused() }
          return Form.Save.Result.success
        }
      }
    }
  }

  @Test func `An event leads to an effect, the effect to a result, and the result to a state`()
    async
  {
    let clock = ManualClock()
    let store = Store(state: Form.State(), reducer: Form.reducer, clock: clock)
    let handler = store.handle(with: SaveHandler())
    let isSaving = Recorder<Bool>()
    let token = store.scope(\.isSaving).observe { isSaving.record($0) }
    store.dispatch(Form.Event.userInputChanged("text"))
    store.dispatch(Form.Event.saveTapped)
    await clock.advance(by: .zero)
    #expect(store.state == Form.State(userInput: "text"))
    #expect(isSaving.values == [false, true, false])
    token.dispose()
    handler.dispose()
  }

  @Test func `An update is tested as a function: a state, an event, and what comes of it`() {
    var state = Form.State()
    // No change.
    #expect(Form.reducer.reduce(&state, Form.Event.saveTapped).kind == nil)
    #expect(state == Form.State())
    // A new state.
    #expect(Form.reducer.reduce(&state, Form.Event.userInputChanged("a")).kind == nil)
    #expect(state == Form.State(userInput: "a"))
    // A new state and an effect.
    let effect = Form.reducer.reduce(&state, Form.Event.saveTapped)
    #expect(state == Form.State(userInput: "a", isSaving: true))
    guard case .perform(let command) = effect.kind else {
      Issue.record("There should be a command.")
      return
    }
    #expect(command as? Form.Save == .action(input: "a"))
  }

  @Test func `Nobody is told of an event that changes nothing`() async {
    let store = Store(state: Form.State(), reducer: Form.reducer)
    let states = Recorder<Form.State>()
    let token = store.observe { states.record($0) }
    store.dispatch(Form.Event.saveTapped)
    store.dispatch(Form.Event.userInputChanged(""))
    await store.settled(includingEffects: true)
    #expect(states.count == 1)
    token.dispose()
  }

  @Test func `A handler that fails tells its result by an action, too`() async {
    let store = Store(
      state: Form.State(),
      reducer: Reducer {
        Reducer.on(Form.Event.self) { state, _ in
          state.isSaving = true
          return .perform(Form.Save.action(input: "a"))
            .catch { Form.Save.Result.failure("\($0)") }
        }
        Reducer.on(Form.Save.Result.self) { state, result in
          Form.reducer.reduce(&state, result)
        }
      })
    let handler = store.handle(with: SaveHandler(isRefusing: true))
    store.dispatch(Form.Event.saveTapped)
    await store.settled(includingEffects: true)
    #expect(store.state == Form.State(error: "Refused()"))
    handler.dispose()
  }

  // MARK: Effect handlers

  private enum Device: Command {
    case readTitle
    case watchLevels
    case beep
  }

  private struct DeviceHandler: CommandHandler {
    let beeps: Recorder<String>
    let levels: AsyncStream<Int>

    func handle(_ command: Device) -> CommandReply {
      switch command {
      case .readTitle:
        return .once { Said("title") }
      case .watchLevels:
        return .many(levels) { Said("level \($0)") }
      case .beep:
        beeps.record("beep")
        return .none
      }
    }
  }

  @Test func `A handler answers once, again and again, or not at all`() async {
    let diary = DiaryStore()
    let (levels, level) = AsyncStream.makeStream(of: Int.self)
    let beeps = Recorder<String>()
    let handler = diary.store.handle(with: DeviceHandler(beeps: beeps, levels: levels))
    await diary.start(.perform(Device.readTitle))
    #expect(diary.words == ["title"])
    await diary.start(.perform(Device.beep))
    #expect(diary.words == ["title"])
    #expect(beeps.values == ["beep"])
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

  @Test func `A timer is a command with many results, until it is cancelled`() async {
    let clock = ManualClock()
    let store = Store(state: Watch(), reducer: Watch.reducer, clock: clock)
    let handler = store.handle(
      with: CommandHandlers(for: Watch.Ticking.self) { _ in
        .many(clock.ticks(every: .seconds(1))) { _ in Watch.Event.ticked }
      })
    store.dispatch(Watch.Event.startTapped)
    await clock.advance(by: .milliseconds(3_500))
    #expect(store.state.seconds == 3)
    // Started anew, and not a second one beside it.
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
    struct Name: Equatable, Sendable {
      enum Event: Action { case entered(String) }
      var name = ""
    }

    struct Contact: Equatable, Sendable {
      enum Event: Action { case entered(String) }
      var email = ""
    }

    enum Step: Equatable, Sendable { case name, contact, done }

    enum Event: Action { case nextTapped, created(Int) }

    struct CreateUser: Command, Equatable {
      let name: String
      let email: String
    }

    var name = Name()
    var contact = Contact()
    var step = Step.name
    var userID: Int?

    static let reducer = Reducer<Wizard> {
      Reducer.on(Name.Event.self) { state, event in
        if case .entered(let name) = event { state.name = name }
      }
      .scope(\Wizard.name)
      Reducer.on(Contact.Event.self) { state, event in
        if case .entered(let email) = event { state.email = email }
      }
      .scope(\Wizard.contact)
      Reducer.on(Event.self) { state, event in
        switch (event, state.step) {
        case (.nextTapped, .name):
          state.step = .contact
          return .none
        case (.nextTapped, .contact):
          return .perform(CreateUser(name: state.name.name, email: state.contact.email))
        case (.created(let id), _):
          state.userID = id
          state.step = .done
          return .none
        case (.nextTapped, .done):
          return .none
        }
      }
    }
  }

  @Test
  func `The screens of a wizard fill in parts of one state, and the last one acts on the whole`()
    async
  {
    let store = Store(state: Wizard(), reducer: Wizard.reducer)
    let created = Recorder<Wizard.CreateUser>()
    let handler = store.handle(
      with: CommandHandlers(for: Wizard.CreateUser.self) { command in
        created.record(command)
        return .once { Wizard.Event.created(1) }
      })
    // Each screen is given its part, and knows no other.
    let nameScreen: Store<Wizard.Name> = store.scope(\.name)
    let contactScreen: Store<Wizard.Contact> = store.scope(\.contact)
    let steps = Recorder<Wizard.Step>()
    let coordinator = store.scope(\.step).observe { steps.record($0) }
    nameScreen.dispatch(Wizard.Name.Event.entered("Ada"))
    store.dispatch(Wizard.Event.nextTapped)
    contactScreen.dispatch(Wizard.Contact.Event.entered("ada@example.org"))
    store.dispatch(Wizard.Event.nextTapped)
    await store.settled(includingEffects: true)
    #expect(created.values == [.init(name: "Ada", email: "ada@example.org")])
    #expect(store.state.userID == 1)
    #expect(steps.values == [.name, .contact, .done])
    coordinator.dispose()
    handler.dispose()
  }

  // MARK: Composable handlers

  /// A message that any feature may show, and that says only that it was read.
  private enum Message: Command, Equatable {
    case show(String)

    struct Read: Action {}
  }

  private struct MessageHandler: CommandHandler {
    let shown: Recorder<String>

    func handle(_ command: Message) -> CommandReply {
      switch command {
      case .show(let text):
        .once {
          shown.record(text)
          return Message.Read()
        }
      }
    }
  }

  @Test func `Handlers are composed, shared by features, and replaced one by one`() async {
    let shown = Recorder<String>()
    let beeps = Recorder<String>()
    let (levels, level) = AsyncStream.makeStream(of: Int.self)
    level.finish()
    let common = CommandHandlers { MessageHandler(shown: shown) }
    let live = CommandHandlers {
      common
      DeviceHandler(beeps: beeps, levels: levels)
      SaveHandler()
    }
    let diary = DiaryStore()
    let handlers = diary.store.handle(with: live)
    // Each feature says what the common answer means to it.
    for feature in ["profile", "search"] {
      await diary.start(
        .perform(Message.show("error in \(feature)"))
          .map { $0 is Message.Read ? Said("\(feature) goes on") : $0 })
    }
    await diary.start(.perform(Device.beep))
    #expect(shown.values == ["error in profile", "error in search"])
    #expect(diary.words == ["profile goes on", "search goes on"])
    #expect(beeps.values == ["beep"])
    handlers.dispose()

    let silent = Recorder<String>()
    let preview = diary.store.handle(with: live.replacing(MessageHandler(shown: silent)))
    await diary.start(.merge(.perform(Message.show("quiet")), .perform(Device.beep)))
    #expect(silent.values == ["quiet"])
    #expect(shown.count == 2)
    #expect(beeps.count == 2)
    preview.dispose()
  }

  @Test func `A command that nobody handles is named, and so is one that two want to handle`() async
  {
    struct Forgotten: Command {}
    let warnings = Recorder<String>()
    let listener = Misuse.onWarning {
      if $0.site.file == "RunnelTests/UnisonExamplesTests.swift" { warnings.record($0.message) }
    }
    let diary = DiaryStore()
    await diary.start(.perform(Forgotten()))
    let first = CommandHandlers(for: Forgotten.self) { _ in .once { Said("first") } }
    let second = CommandHandlers(for: Forgotten.self) { _ in .once { Said("second") } }
    let tokens = [diary.store.handle(with: first), diary.store.handle(with: second)]
    await diary.start(.perform(Forgotten()))
    #expect(diary.words == ["first"])
    #expect(warnings.count == 2)
    #expect(warnings.values.allSatisfy { $0.contains("Forgotten") })
    tokens.forEach { $0.dispose() }
    listener.dispose()
  }
}
