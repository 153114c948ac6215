// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct PropertyTests {
  private let store = makeStore()

  @Test @MainActor func `an observer receives the current value and each other one`() async {
    let property = store.property(\.counter)
    let received = Recorder<Int>()
    var onMain: [Int] = []
    var sequence = property.values(delivery: .every).makeAsyncIterator()
    let tokens = [
      property.observe { received.record($0) },
      property.observe(on: MainActor.self, delivery: .latest) { onMain.append($0) },
    ]
    for value in [1, 1, 2, 2, 1] { store.dispatch(AppAction.set(value)) }
    await property.settled()
    #expect(received.values == [0, 1, 2, 1])
    for value in [0, 1, 2, 1] { #expect(await sequence.next() == value) }
    #expect(onMain.last == property.value)
    tokens.forEach { $0.dispose() }
    await store.settle(after: AppAction.set(5))
    #expect(received.count == 4)
    #expect(onMain.last == 1)
  }

  @Test func `a property is constant, or mapped and compared`() async {
    let received = Recorder<String>()
    let constant = Property(constant: "constant")
    let tokens = [
      store.property.map { $0.counter.isMultiple(of: 2) }.observe { received.record("\($0)") },
      constant.observe { received.record($0) },
    ]
    for value in [2, 4, 5, 7, 8] { store.dispatch(AppAction.set(value)) }
    await store.settled()
    await constant.settled()
    #expect(received.values.filter { $0 != "constant" } == ["true", "false", "true"])
    #expect(received.count == 4)
    #expect(constant.value == "constant")
    tokens.forEach { $0.dispose() }
  }

  @Test func `a property retains its store and keeps the value`() async {
    let tracker = LifetimeTracker()
    var property: Property<Int>?
    do {
      let store = Store(state: (number: 3, token: tracker.token()), reducer: Reducer {})
      property = store.property(\.number)
    }
    #expect(property?.value == 3)
    #expect(tracker.aliveCount == 1)
    property = nil
    await tracker.allReleased()
  }

  @Test @MainActor func `a property sets the props of components, which the store lists`() async {
    let counter = store.property(\.counter)
    let views = [ViewRecorder(-1), ViewRecorder(-1)]
    let services = [ServiceRecorder(-1), ServiceRecorder(-1)]
    let line = #line + 1
    views[0].connect(to: counter)
    #expect(views[0].values == [0])
    #expect(store.connections.map(\.line) == [line])
    #expect(store.connections.map(\.kind) == [.viewComponent])
    views[1].connect(to: counter) { $0 * 100 }
    services[0].connect(to: counter)
    services[1].connect(to: counter) { $0 * 10 }
    await store.settled()
    await store.settle(after: AppAction.set(1))
    #expect(views.map(\.values) == [[0, 1], [0, 100]])
    #expect(services.map(\.values) == [[0, 1], [0, 10]])
  }

  @Test @MainActor func `generic code connects components to a store, a scope and a property`() {
    func follow(_ numbers: some ObservableValue<Int>) -> [Int] {
      let label = ViewRecorder(-1)
      label.connect(to: numbers)
      return label.values
    }
    struct Session: ObservableValue {
      let store: Store<AppState>
      var property: Property<Int> { store.property(\.counter) }
    }
    let typed = store.scope(\.counter, accepting: AppAction.self)
    #expect(follow(Store(state: 7)) == [7])
    #expect(follow(store.scope(\.counter)) == [0])
    #expect(follow(typed) == [0])
    #expect(follow(typed.property) == [0])
    #expect(follow(Session(store: store)) == [0])
  }

  @Test func `no cast makes a property writable`() {
    let values: [Any] = [
      store.property, store.property(\.counter), store.property.map(\.counter),
      Property(constant: 0), store.accepting(AppAction.self).property,
    ]
    for value in values {
      #expect(!isWritable(value))
      #expect(value is any ObservableValue)
    }
    #expect(isWritable(store))
    #expect(isWritable(store.scope(\.counter, accepting: AppAction.self)))
  }

  @Test func `Pitfall 15: only actions change the state of a store`() {
    let path: AnyKeyPath = \Store<AppState>.state
    #expect(!(path is ReferenceWritableKeyPath<Store<AppState>, AppState>))
  }

  @Test func `a mirror of a property shows its value and not its store`() {
    let mirror = Mirror(reflecting: store.property(\.counter))
    #expect(mirror.children.map(\.label) == ["value"])
    #expect(mirror.children.first?.value as? Int == 0)
    var text = ""
    dump(store.property(\.counter), to: &text)
    #expect(!text.contains("Store"))
  }

  /// Returns whether a cast gives write access to a value.
  private func isWritable(_ value: Any) -> Bool {
    value is any ActionDispatcher || value is Store<Int> || value is Store<AppState>
      || value is StoreOf<Int, AppAction> || value is StoreOf<AppState, AppAction>
  }
}
