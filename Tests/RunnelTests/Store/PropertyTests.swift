// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct PropertyTests {
  private let store = makeStore()

  @Test @MainActor
  func `an observer receives the current value and each different later one`() async {
    let property = store.property(\.counter)
    let received = Recorder<Int>()
    var onMain: [Int] = []
    let tokens = [
      property.observe { received.record($0) },
      property.observe(on: MainActor.self, delivery: .latest) { onMain.append($0) },
    ]
    for value in [1, 1, 2, 2, 1] { store.dispatch(AppAction.set(value)) }
    await property.settled()
    #expect(received.values == [0, 1, 2, 1])
    #expect(onMain.last == property.value)
    tokens.forEach { $0.dispose() }
    store.dispatch(AppAction.set(5))
    await store.settled()
    #expect(received.count == 4)
    #expect(onMain.last == 1)
  }

  @Test func `a sequence of values ends when the store is released`() async {
    var store: Store<Int>? = Store(state: 0, reducer: .edits)
    var every = store?.property.values(delivery: .every).makeAsyncIterator()
    var newest = store?.property.values().makeAsyncIterator()
    for value in 1...2 { store?.edit { $0 = value } }
    await store?.settled()
    store = nil
    for value in 0...2 { #expect(await every?.next() == value) }
    #expect(await every?.next() == nil)
    #expect(await newest?.next() == 2)
    #expect(await newest?.next() == nil)
  }

  @Test func `a mapped property notifies only when the mapped value changes`() async {
    let received = Recorder<Bool>()
    let token = store.property.map { $0.counter.isMultiple(of: 2) }.observe {
      received.record($0)
    }
    for value in [2, 4, 5, 7, 8] { store.dispatch(AppAction.set(value)) }
    await store.settled()
    #expect(received.values == [true, false, true])
    token.dispose()
  }

  @Test func `a property can be constant`() async {
    let property = Property(constant: "a")
    let received = Recorder<String>()
    let token = property.observe { received.record($0) }
    await property.settled()
    #expect(property.value == "a")
    #expect(received.values == ["a"])
    token.dispose()
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

  // MARK: Components

  @Test @MainActor func `a property sets the props of components`() async {
    let counter = store.property(\.counter)
    let (label, other) = (ViewRecorder(-1), ViewRecorder(-1))
    label.connect(to: counter)
    other.connect(to: counter) { $0 * 100 }
    #expect(label.values == [0])
    let (log, tenfold) = (ServiceRecorder(-1), ServiceRecorder(-1))
    log.connect(to: counter)
    tenfold.connect(to: counter) { $0 * 10 }
    await store.settled()
    store.dispatch(AppAction.set(1))
    await store.settled()
    #expect(label.values == [0, 1])
    #expect(other.values == [0, 100])
    #expect(log.values == [0, 1])
    #expect(tenfold.values == [0, 10])
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

  @Test @MainActor func `a connection to a property of a store is one of the store's`() throws {
    let label = ViewRecorder(-1)
    let line = #line + 1
    label.connect(to: store.property(\.counter))
    let connection = try #require(store.connections.first)
    #expect(connection.line == line)
    #expect(connection.kind == .viewComponent)
  }

  // MARK: Reading only

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
    #expect("\(dump: store.property(\.counter))".contains("Store") == false)
  }

  /// Returns whether a cast gives write access to a value.
  private func isWritable(_ value: Any) -> Bool {
    value is any ActionDispatcher || value is Store<Int> || value is Store<AppState>
      || value is StoreOf<Int, AppAction> || value is StoreOf<AppState, AppAction>
  }
}

extension DefaultStringInterpolation {
  /// Appends what `dump` prints.
  fileprivate mutating func appendInterpolation(dump value: Any) {
    var text = ""
    Swift.dump(value, to: &text)
    appendInterpolation(text)
  }
}
