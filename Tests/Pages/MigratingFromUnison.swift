// SPDX-License-Identifier: MIT

/// The examples for users of Unison.
@Suite struct MigratingFromUnisonTests {
  let disposer = Disposer()

  #snippet("Equivalents")

  #snippet("Equivalents", 2)

  struct Disk: Sendable { let write: @Sendable (String) async throws -> Void }
  private struct Full: Error {}

  @Test func `An event causes an effect, the effect a result, and the result a state`() async {
    let written = ValueRecorder<String>()
    let disk = Disk { written.record($0) }
    #snippet("Equivalents", 3)
    #expect(store.state == Form.State(attempts: 1))
    #expect(written.values == ["otter"])
    disposer.dispose()
    store.handle(with: SaveHandler(disk: Disk { _ in throw Full() })).dispose(on: disposer)
    await store.settle(
      after: Form.Event.inputChanged("auk"), Form.Event.saveTapped, includingEffects: true)
    #expect(store.state == Form.State(input: "auk", attempts: 2))
  }

  @Test func `An update is tested as a function, and its effect is data`() {
    #snippet("Equivalents", 9)
    var empty = Form.State()
    #expect(Form.reducer.reduce(&empty, Form.Event.saveTapped).isNone)
    #expect(empty == Form.State())
  }

  enum Device: Command { case title, levels, beep }

  enum DeviceResult: Action, Equatable {
    case title(String)
    case level(Int)
  }

  struct Speaker: Sendable { let beep: @Sendable () -> Void }

  #snippet("Equivalents", 4)

  @Test func `A handler replies once, many times or never, and handlers are combined`() async {
    let beeps = ValueRecorder<String>()
    let store = Store(state: Form.State(), reducer: Form.reducer)
    let actions = ValueRecorder.actions(of: store)
    let disk = Disk { _ in }
    let levels = [1, 2].async
    let speaker = Speaker { beeps.record("beep") }
    #snippet("Equivalents", 5)
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
    #snippet("Equivalents", 6)
    await store.wait(until: { !$0.isSaving })
    #expect(written.values == ["first"])
    #expect(!store.state.isSaving)
  }

  #snippet("Equivalents", 7)

  @Test @MainActor func `A view receives only props and dispatches only events`() async {
    let store = Store(state: Form.State(input: "otter"), reducer: Form.reducer)
    store.handle(with: SaveHandler(disk: Disk { _ in })).dispose(on: disposer)
    let view = ViewRecorder(FormProps())
    #snippet("Equivalents", 8)
    view.props.onSave()
    await store.settled(includingEffects: true)
    await store.settled()
    #expect(view.values.map(\.text) == ["otter", "Saving…", ""])
  }
}
