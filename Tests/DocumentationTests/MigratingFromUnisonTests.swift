// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples for users of Unison.
@Suite struct MigratingFromUnisonTests {
  let disposer = Disposer()

  enum Form {
    struct State: Equatable, Sendable {
      var input = ""
      var isSaving = false
      var attempts = 0
    }

    enum Event: Action {
      case inputChanged(String)
      case saveTapped
    }

    enum Save: Command, Equatable {
      case draft(String)

      enum Result: Action { case success, failure }
    }

    static let reducer = Reducer<State> {
      Reducer.on(Event.self) { state, event in
        switch event {
        case .inputChanged(let input):
          state.input = input
          return .none
        case .saveTapped:
          guard !state.input.isEmpty else { return .none }
          state.isSaving = true
          state.attempts += 1
          return .perform(Save.draft(state.input)).catch { _ in .send(Save.Result.failure) }
        }
      }
      Reducer.updating(Save.Result.self) { state, result in
        state.isSaving = false
        if case .success = result { state.input = "" }
      }
    }
  }

  struct SaveHandler: CommandHandler {
    let disk: Disk

    func handle(_ command: Form.Save) -> Effect {
      switch command {
      case .draft(let text):
        .once {
          try await disk.write(text)
          return Form.Save.Result.success
        }
      }
    }
  }

  struct Disk: Sendable { let write: @Sendable (String) async throws -> Void }
  private struct Full: Error {}

  @Test func `An event causes an effect, the effect a result, and the result a state`() async {
    let written = ValueRecorder<String>()
    let disk = Disk { written.record($0) }
    let store = Store(state: Form.State(), reducer: Form.reducer)
    store.handle(with: SaveHandler(disk: disk)).dispose(on: disposer)
    store.dispatch(Form.Event.inputChanged("otter"))
    store.dispatch(Form.Event.saveTapped)
    await store.settled(includingEffects: true)
    #expect(store.state == Form.State(attempts: 1))
    #expect(written.values == ["otter"])
    disposer.dispose()
    store.handle(with: SaveHandler(disk: Disk { _ in throw Full() })).dispose(on: disposer)
    await store.settle(
      after: Form.Event.inputChanged("auk"), Form.Event.saveTapped, includingEffects: true)
    #expect(store.state == Form.State(input: "auk", attempts: 2))
  }

  @Test func `An update is tested as a function, and its effect is data`() {
    var state = Form.State(input: "otter")
    let effect = Form.reducer.reduce(&state, Form.Event.saveTapped)
    #expect(state == Form.State(input: "otter", isSaving: true, attempts: 1))
    #expect(effect.commands as? [Form.Save] == [.draft("otter")])
    var empty = Form.State()
    #expect(Form.reducer.reduce(&empty, Form.Event.saveTapped).isNone)
    #expect(empty == Form.State())
  }

  // MARK: Replies

  enum Device: Command { case title, levels, beep }

  enum DeviceResult: Action, Equatable {
    case title(String)
    case level(Int)
  }

  struct Speaker: Sendable { let beep: @Sendable () -> Void }

  struct DeviceHandler: CommandHandler {
    let levels: AsyncStream<Int>
    let speaker: Speaker

    func handle(_ command: Device) -> Effect {
      switch command {
      case .title: return .once { DeviceResult.title("Otter") }
      case .levels: return .stream(levels) { DeviceResult.level($0) }
      case .beep:
        speaker.beep()
        return .none
      }
    }
  }

  @Test func `A handler replies once, many times or never, and handlers are combined`() async {
    let beeps = ValueRecorder<String>()
    let store = Store(state: Form.State(), reducer: Form.reducer)
    let actions = ValueRecorder.actions(of: store)
    let disk = Disk { _ in }
    let levels = [1, 2].async
    let speaker = Speaker { beeps.record("beep") }
    let live = CommandHandlers {
      SaveHandler(disk: disk)
      DeviceHandler(levels: levels, speaker: speaker)
    }
    store.handle(with: live).dispose(on: disposer)
    for (device, count) in [(Device.title, 1), (.levels, 3), (.beep, 3)] {
      store.run(.perform(device)).dispose(on: disposer)
      await actions.values(count: count)
    }
    await beeps.values(count: 1)
    #expect(
      actions.values.compactMap { $0 as? DeviceResult } == [.title("Otter"), .level(1), .level(2)])
    #expect(beeps.values == ["beep"])
  }

  @Test func `The code that creates the store runs the first effect`() async {
    let written = ValueRecorder<String>()
    let disk = Disk { written.record($0) }
    let store = Store(state: Form.State(isSaving: true), reducer: Form.reducer)
    store.handle(with: SaveHandler(disk: disk)).dispose(on: disposer)
    store.run(.perform(Form.Save.draft("first"))).dispose(on: disposer)
    await store.wait(until: { !$0.isSaving })
    #expect(written.values == ["first"])
    #expect(!store.state.isSaving)
  }

  // MARK: Views

  struct FormProps: Equatable {
    var text = ""
    var onSave = Callback {}
  }

  struct FormConnector: Connector {
    func stateToProps(state: Form.State, dispatcher: any ActionDispatcher) -> FormProps {
      FormProps(
        text: state.isSaving ? "Saving…" : state.input,
        onSave: Callback { dispatcher.dispatch(Form.Event.saveTapped) }
      )
    }
  }

  @Test @MainActor func `A view receives only props and dispatches only events`() async {
    let store = Store(state: Form.State(input: "otter"), reducer: Form.reducer)
    store.handle(with: SaveHandler(disk: Disk { _ in })).dispose(on: disposer)
    let view = ViewRecorder(FormProps())
    let events = store.scope(\.self, accepting: Form.Event.self)
    view.connect(to: events, by: FormConnector())
    view.props.onSave()
    await store.settled(includingEffects: true)
    await store.settled()
    #expect(view.values.map(\.text) == ["otter", "Saving…", ""])
  }
}
