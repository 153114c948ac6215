// SPDX-License-Identifier: MIT

import Dispatch

private typealias AppState = Features.AppState
private typealias AppAction = Features.AppAction

#snippet("Use a store of one action type", 5)

@Suite struct ModularityTests {
  let disposer = Disposer()
  private typealias CounterFeature = Features.CounterFeature
  private typealias Search = Features.Search
  private typealias Row = Features.Row
  private typealias Detail = Features.Detail
  private typealias Download = Features.Download
  private typealias HitsLabel = Features.HitsLabel

  @Test @MainActor func `Each feature is reduced in its slice`() async {
    let appReducer = CounterFeature.reducer.scope(\AppState.counter)
    #snippet("Compose features in an app", 4)
    await store.settle(after: CounterFeature.Action.incremented)
    #expect(counter.label.texts == ["0", "1"])
  }

  @Test func `The type of a composition stands on the left`() async {
    #snippet("Troubleshooting.md", "Cannot infer key path type from context")
    let store = Store(state: AppState(), reducer: appReducer)
    await store.settle(after: CounterFeature.Action.incremented)
    #expect(store.state.counter.count == 1)
  }

  @Test func `Each kind of slice has a reducer and a scope`() async {
    let store = Features.makeStore(
      AppState(rows: Features.rows, downloads: ["a": .init(), "b": .init()]))
    await store.settle(
      after: AppAction.searchOpened, AppAction.detailOpened, CounterFeature.Action.incremented,
      Search.Action.typed("otter"), Detail.Zoomed(), Row.Toggled(elementID: 2),
      Download.Progressed(elementID: "b"))
    #expect(store.scope(\.counter).state.count == 1)
    #expect(store.ifPresent(\.search)?.state.query == "otter")
    #expect(store.ifCase(\.screen, .detail)?.state.zoom == 2)
    #expect(store.scope(\.rows, id: 1)?.state.isDone == false)
    #expect(store.scope(\.rows, id: 2)?.state.isDone == true)
    #expect(store.scope(\.downloads, key: "a")?.state.percent == 0)
    #expect(store.scope(\.downloads, key: "b")?.state.percent == 1)
  }

  @MainActor private final class Navigator {
    let isSearching = Recorder<Bool>()
    let labels = Recorder<HitsLabel>()

    func showSearch(_ isShown: Bool) { isSearching.record(isShown) }
    func show(_ label: HitsLabel) { labels.record(label) }
  }

  @Test @MainActor func `A screen shows optional state while there is a value`() async {
    let navigator = Navigator()
    let store = Features.makeStore()
    #expect(store.ifPresent(\.search) == nil)
    #snippet("Optional, enum and collection state")
    await store.settle(after: Search.Action.typed("otter"))
    #expect(navigator.labels.values.first?.label.texts == ["0 hits for ", "0 hits for otter"])
  }

  @Test func `The presence of a value is observed without the value`() async {
    let navigator = Navigator()
    let store = Features.makeStore()
    #snippet("Optional, enum and collection state", 2)
    await store.settle(
      after: AppAction.searchOpened, Search.Action.typed("otter"), AppAction.searchClosed)
    #expect(navigator.isSearching.values == [false, true, false])
  }

  @Test @MainActor
  func `Contract 21 and 27: a reused cell shows the row of its last connection`() async {
    typealias RowCell = ViewRecorder<Row.State>
    let store = Features.makeStore(AppState(rows: Features.rows))
    #snippet("Optional, enum and collection state", 3)
    let cell = RowCell(Row.State(id: 0))
    show(1, in: cell)
    show(2, in: cell)
    show(3, in: cell)
    await store.settle(after: Row.Toggled(elementID: 1), Row.Toggled(elementID: 2))
    #expect(cell.values == [1, 2].map { Row.State(id: $0) } + [Row.State(id: 2, isDone: true)])
  }

  @Test func `Contract 26: a scope that accepts one type of actions ignores others`() async {
    let warnings = ValueRecorder<String>()
    let token = Misuse.onWarning { warnings.record($0.description) }
    let store = Features.makeStore(AppState(search: Search.State()))
    #snippet("Use a store of one action type")
    #snippet("Use a store of one action type", 2)
    await store.settled()
    #expect(store.state.search?.query == "otter")
    #expect(warnings.values.contains { $0.contains("searchClosed") })
    token.dispose()
  }

  private struct SearchProps: Equatable {
    var query = ""
    var onType = Callback<String> { _ in }
  }

  private #snippet("Use a store of one action type", 3)

  @Test @MainActor func `A connector dispatches through the store that it captures`() async {
    let field = ViewRecorder(SearchProps())
    let store = Features.makeStore(AppState(search: Search.State()))
    #snippet("Use a store of one action type", 4)
    field.props.onType("otter")
    await store.settled()
    #expect(field.values.map(\.query) == ["", "otter"])
  }

  @Test func `Rows are derived from two slices of the state`() async {
    let store = Features.makeStore(AppState(search: Search.State(), rows: Features.rows))
    #snippet("Derive a value from several slices")
    #snippet("Derive a value from several slices", 2)
    #expect(visible.state.isEmpty)
    await store.settle(after: Search.Action.found(["2"]))
    #expect(visible.state.map(\.id) == [2])
    #expect(first.state.isEmpty)
    await store.settle(after: CounterFeature.Action.incremented)
    #expect(first.state == [2])
    await store.settle(after: AppAction.searchClosed)
    #expect(visible.state.map(\.id) == [1, 2])
  }

  struct Bonus: Action {}

  private static let bonusReducer =
    Reducer<CounterFeature.State>.updating(Bonus.self) { state, _ in state.count += 100 }

  @Test func `Contract 25: a dynamic reducer extends a scope until its token is disposed`() async {
    let bonusReducer = Self.bonusReducer
    let store = Features.makeStore()
    #snippet("Add reducers at run time")
    await store.settle(after: Bonus())
    #expect(store.state.counter.count == 100)
    plugin.dispose()
    await store.settle(after: Bonus())
    #expect(store.state.counter.count == 100)
  }

  private struct Part: Sendable, Identifiable {
    let id: Int
    var numbers = Array(repeating: 0, count: 100)

    /// Writes to the numbers, and returns their address.
    mutating func write() -> UnsafePointer<Int>? {
      numbers[0] += 1
      return numbers.withUnsafeBufferPointer(\.baseAddress)
    }
  }

  private struct Parts: Sendable {
    var one: Part? = Part(id: 0)
    var many = [Part(id: 1), Part(id: 2)]
  }

  @Test func `A scope retains optional state but not the array of an element`() async {
    let addresses = Recorder<[Int]>()
    let store = Store(state: Parts()) { state, _ in
      guard var one = state.one else { return }
      state.one = nil
      let (first, second) = (one.write(), state.many[0].write())
      let many = state.many.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      addresses.record([Int(bitPattern: first), Int(bitPattern: second), many])
      state.one = one
    }
    func places() async -> [Int] {
      await store.settle(after: Bonus())
      return addresses.values.last ?? []
    }
    _ = await places()
    let before = await places()
    #expect(await places() == before)
    let scopes = (store.ifPresent(\.one), store.scope(\.many, id: 1))
    let after = await places()
    #expect(zip(after, before).map { $0 == $1 } == [false, false, true])
    withExtendedLifetime(scopes) {}
  }

  @Test func `A feature is tested with its own store`() async {
    #snippet("Test and preview a feature")
  }

  @Test @MainActor func `A preview shows a feature with a constant store`() {
    #snippet("Test and preview a feature", 2)
    #expect(label.label.texts == ["1 hits for otter"])
  }
}
