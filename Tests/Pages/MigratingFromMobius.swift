// SPDX-License-Identifier: MIT

/// The examples for users of Mobius.
@Suite struct MigratingFromMobiusTests {
  let clock = ManualClock()
  let disposer = Disposer()

  #snippet("Equivalents")

  struct API: Sendable {
    let login: @Sendable (String) async throws -> Void
    let tracked = ValueRecorder<String>()

    func track(_ name: String) { tracked.record(name) }
  }

  private struct Stranger: Error {}

  #snippet("Equivalents", 2)

  private let api = API { if $0 != "otter" { throw Stranger() } }

  @Test func `An update is tested as a function, and its effects are data`() {
    #snippet("Equivalents", 9)
    var offline = Login.Model(isOnline: false)
    let tracked = Login.update.reduce(&offline, Login.Event.submitted)
    #expect(offline == Login.Model(isOnline: false))
    #expect(tracked.commands as? [Login.Effect] == [.track("offline")])
    #expect(Login.update.reduce(&offline, Login.Event.loggedIn).isNone)
  }

  @Test func `A loop is a store with a handler and can begin with an effect`() async {
    #snippet("Equivalents", 3)
    #expect(store.state == Login.Model(name: "otter"))
    await clock.advance(by: .zero)
    #expect(Set(api.tracked.values) == ["opened", "login"])
    store.dispatch(Login.Event.nameChanged("auk"))
    store.dispatch(Login.Event.submitted)
    await clock.advance(by: .seconds(4))
    #expect(store.state == Login.Model(name: "auk", problem: "Who is auk?"))
    await clock.advance(by: .seconds(1))
    #expect(store.state == Login.Model(name: "auk"))
  }

  /// A system service that reports changes with a closure.
  final class Network: Sendable {
    private struct Listeners { var current: (@Sendable (Bool) -> Void)? }

    private let listeners = Locked(Listeners())

    var isWatched: Bool { listeners.withLock { $0.current != nil } }
    func watch(_ listener: @escaping @Sendable (Bool) -> Void) {
      listeners.withLock { $0.current = listener }
    }
    func unwatch() { listeners.withLock { $0.current = nil } }
    func change(to isOnline: Bool) { listeners.withLock { $0.current }?(isOnline) }
  }

  @Test func `An event source stops with its owner or with a condition on the model`() async {
    let network = Network()
    let store = Store(state: Login.Model(), reducer: Login.update, clock: clock)
    #snippet("Equivalents", 4)
    await clock.advance(by: .zero)
    network.change(to: false)
    await store.settled()
    #expect(!store.state.isOnline)
    disposer.dispose()
    #expect(!network.isWatched)
    #snippet("Equivalents", 5)
    for (name, isWatched) in [("otter", true), ("", false)] {
      store.dispatch(Login.Event.nameChanged(name))
      await clock.advance(by: .zero)
      #expect(network.isWatched == isWatched)
    }
  }

  #snippet("Equivalents", 6)

  @Test @MainActor func `A connected view shows models and dispatches events`() async {
    let store = Store(state: Login.Model(name: "otter"), reducer: Login.update)
    store.handle(with: LoginHandler(api: API { _ in })).dispose(on: disposer)
    let view = LoginView()
    #snippet("Equivalents", 7)
    await store.settled(includingEffects: true)
    await store.settled()
    #expect(view.label.texts.first == "otter")
    #expect(view.label.texts.last == "otter")
    #snippet("Equivalents", 8)
    #expect(store.connections.isEmpty)
  }
}
