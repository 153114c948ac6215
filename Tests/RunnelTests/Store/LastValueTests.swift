// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The last values of scopes whose value has disappeared.
@Suite struct LastValueTests {
  private struct Draft: Equatable, Sendable, Identifiable {
    var id: Int
    var text = ""
  }

  private struct Drafts: Equatable, Sendable {
    var name = ""
    var drafts = [Draft(id: 1), Draft(id: 2)]
  }

  private struct State: Equatable, Sendable { var list: Drafts? = Drafts() }

  private struct Change: Action {
    var newID: Int?
    var closes = false
  }

  private let store = Store(
    state: State(),
    reducer: Reducer<State> {
      Reducer<Draft>.updating(Change.self) { draft, change in
        draft.text += "!"
        draft.id = change.newID ?? draft.id
      }.forEach(\.drafts).ifPresent(\.list)
      Reducer<State>.updating(Change.self) { state, change in
        state.list?.name += "."
        if change.closes { state.list = nil }
      }
    })

  @Test(arguments: [false, true], [nil, 7])
  func `Contract 27: a scope keeps its last value if a row changes as it goes`(
    isObserved: Bool, newID: Int?
  ) async throws {
    let list = try #require(store.ifPresent(\.list))
    let row = try #require(list.scope(\.drafts, id: 2))
    let observed = isObserved ? list.recordValues() : nil
    list.dispatch(Change(), to: \.drafts, id: 1)
    await store.settled()
    // A scope once kept an older value than that of the last reducer, inside or outside.
    #expect(list.state == Drafts(name: ".", drafts: [Draft(id: 1, text: "!"), Draft(id: 2)]))
    list.dispatch(Change(newID: newID, closes: true), to: \.drafts, id: 1)
    await store.settled()
    #expect(store.state.list == nil)
    #expect(row.state == Draft(id: 2))
    let last = Drafts(name: ".", drafts: [Draft(id: 1, text: "!"), Draft(id: 2)])
    #expect(list.state == last)
    #expect(observed?.values.last ?? last == last)
  }

  @Test(arguments: [false, true])
  func `Contract 27: scopes keep a value when a row's ID changes`(isObserved: Bool) async throws {
    let list = try #require(store.ifPresent(\.list))
    let row = try #require(list.scope(\.drafts, id: 1))
    let observed = isObserved ? row.recordValues() : nil
    list.dispatch(Change(newID: 7), to: \.drafts, id: 1)
    await store.settled()
    #expect(list.state.drafts == [Draft(id: 7, text: "!"), Draft(id: 2)])
    #expect(row.state == Draft(id: 1))
    list.dispatch(Change(closes: true), to: \.drafts, id: 2)
    await store.settled()
    #expect(store.state.list == nil)
    #expect(list.state.drafts.map(\.id) == [7, 2])
    #expect(row.state == Draft(id: 1))
    #expect(observed?.values ?? [Draft(id: 1)] == [Draft(id: 1)])
  }

  /// Without `==`, so that an observer compares nothing.
  private struct Panel: Sendable {
    var text = ""
    var lines: [String] = []
  }

  private struct Panels: Sendable { var panel: Panel? = Panel() }

  private let panels = Store(state: Panels(), reducer: Reducer<Panels>.edits)

  /// Changes the panel, and closes it before the main queue is free to deliver that.
  @MainActor private func closePanel(afterSetting text: String) async {
    let hasGone = Gate()
    panels.edit { $0.panel?.text = text }
    panels.edit { $0.panel = nil }
    panels.edit { _ in hasGone.open() }
    hasGone.pass()
    await panels.settled()
  }

  @Test func `Contract 27: an unobserved scope keeps what was read last`() async throws {
    let (read, unread) = (
      try #require(panels.ifPresent(\.panel)),
      try #require(panels.ifPresent(\.panel)?.scope(\.text))
    )
    let lines = read.scope(\.lines).recordValues()
    await panels.editAndWait { $0.panel?.text = "a" }
    #expect(read.state.text == "a")
    panels.edit { $0.panel?.text = "b" }
    panels.edit { $0.panel?.lines = ["b"] }
    await panels.editAndWait { $0.panel = nil }
    #expect(read.state.text == "a")
    #expect(unread.state == "")
    #expect(lines.values == [[], ["b"]])
    #expect(read.scope(\.lines).state == ["b"])
    // A scope that is made too late.
    #expect(read.scope(\.text.count).state == 1)
    await panels.editAndWait { $0.panel = Panel(text: "c") }
    #expect(read.state.text == "c")
    #expect(unread.state == "c")
  }

  @Test(arguments: [Delivery.every, .latest], [false, true])
  func `Contract 27: a scope keeps the value that an observer received`(
    _ delivery: Delivery, changes: Bool
  ) async throws {
    let panel = try #require(panels.ifPresent(\.panel))
    await panels.editAndWait { $0.panel?.text = "a" }
    let queue = delivery == .latest ? DispatchQueue(label: "latest") : nil
    let texts = panel.recordValues(on: queue, delivery: delivery) { $0.text }
    await panels.settled()
    if changes { panels.edit { $0.panel?.text = "b" } }
    await panels.settled()
    await panels.editAndWait { $0.panel = nil }
    let last = changes ? "b" : "a"
    #expect(texts.values.last == last)
    #expect(panel.state.text == last)
  }

  @MainActor @Test
  func `Contract 15, 27: a value that goes before its delivery is delivered`() async throws {
    let text = try #require(panels.ifPresent(\.panel)).scope(\.text)
    let texts = text.recordValues(on: .main, delivery: .latest)
    await panels.settled()
    await closePanel(afterSetting: "a")
    #expect(texts.values == ["", "a"])
    #expect(text.state == "a")
  }

  /// An optional without a value can have the bytes of one with a value.
  @Test func `Contract 27: a value disappears although its bytes stay the same`() async throws {
    struct Size: Equatable, Sendable { var width = 5 }
    struct App: Sendable {
      var size: Size? = Size()
      var count = 0
    }
    let store = Store(state: App(), reducer: Reducer<App>.edits)
    let width = try #require(store.ifPresent(\.size)).scope(\.width)
    let sums = store.derive(from: width, store.scope(\.count)) { $0 + $1 }.recordValues()
    store.edit { $0.size?.width = 0 }
    store.edit { $0.size = nil }
    await store.editAndWait { $0.count = 1 }
    #expect(width.state == 0)
    #expect(sums.values == [5, 0, 1])
  }

  @MainActor @Test
  func `Contract 27: a scope keeps what a component received that has gone`() async throws {
    let text = try #require(panels.ifPresent(\.panel)).scope(\.text)
    let view = ViewRecorder("", delivery: .latest)
    view.connect(to: text)
    await panels.editAndWait { $0.panel?.text = "a" }
    view.disposer.dispose()
    await panels.editAndWait { $0.panel = nil }
    #expect(view.values == ["", "a"])
    #expect(text.state == "a")
  }

  private struct Album: Equatable, Sendable, Identifiable {
    let id = 1
    var title = "a"
    var drafts = [Draft(id: 1, text: "a")]
  }

  private let changed = Album(title: "b", drafts: [Draft(id: 1, text: "b")])

  /// The value that a new observer of the album got was older than what the title had delivered.
  @Test(arguments: PartKind.allCases)
  func `Contract 11, 27: a part that comes back as it was is delivered`(
    _ kind: PartKind
  ) async throws {
    let store = Store(state: Parts(Album()), reducer: Reducer<Parts<Album>>.edits)
    let album = try #require(store.part(kind))
    let draft = try #require(album.scope(\.drafts, id: 1))
    let (titles, texts) = (album.scope(\.title).recordValues(), draft.recordValues(as: \.text))
    let first = Parts(album.state)
    store.edit { [changed] in $0 = Parts(changed) }
    await store.editAndWait { $0 = Parts(nil) }
    let late = (album.recordValues(as: \.title), draft.scope(\.text).recordValues())
    await store.editAndWait { $0 = first }
    #expect(titles.values == ["a", "b", "a"])
    #expect(texts.values == ["a", "b", "a"])
    #expect(late.0.values.last == "a")
    #expect(late.1.values.last == "a")
    #expect(draft.state.text == "a")
  }

  @Test(arguments: PartKind.allCases, [false, true])
  func `Contract 11, 27: a part that is observed while gone is delivered later`(
    _ kind: PartKind, isWholeObserved: Bool
  ) async throws {
    let store = Store(state: Parts(Album()), reducer: Reducer<Parts<Album>>.edits)
    let album = try #require(store.part(kind))
    let draft = try #require(album.scope(\.drafts, id: 1))
    let (title, text) = (album.scope(\.title), draft.scope(\.text))
    let observed =
      isWholeObserved ? (album.recordValues(as: \.title), draft.recordValues(as: \.text)) : nil
    await store.editAndWait { [changed] in $0 = Parts(changed) }
    #expect(album.state == changed)
    #expect(draft.state == changed.drafts[0])
    await store.editAndWait { $0 = Parts(nil) }
    let (titles, texts) = (title.recordValues(), text.recordValues())
    let late = (album.recordValues(as: \.title), draft.recordValues(as: \.text))
    await store.editAndWait { [changed] in $0 = Parts(changed) }
    #expect(titles.values == ["a", "b"])
    #expect(texts.values == ["a", "b"])
    #expect(late.0.values == ["b"])
    #expect(late.1.values == ["b"])
    if let observed {
      #expect(observed.0.values == ["a", "b"])
      #expect(observed.1.values == ["a", "b"])
    }
  }

  @Test func `Contract 27: an unobserved scope finds a row that came back`() async throws {
    let store = Store(state: [Draft(id: 1), Draft(id: 2)], reducer: Reducer<[Draft]>.edits)
    let row = try #require(store.scope(\.self, id: 2))
    let drafts = row.recordValues()
    await store.editAndWait { $0.removeLast() }
    drafts.dispose()
    await store.editAndWait { $0.insert(Draft(id: 2, text: "again"), at: 0) }
    #expect(row.state.text == "again")
    await store.editAndWait { $0.insert(Draft(id: 3), at: 0) }
    #expect(row.state.text == "again")
  }

  /// It once would have received what the scope was created with.
  @MainActor @Test
  func `Contract 27: a component gets no older value of a part that went`() async throws {
    let panel = try #require(panels.ifPresent(\.panel))
    let view = ViewRecorder("", delivery: .latest)
    view.connect(to: panel) { panel, _ in panel.text }
    await panels.editAndWait { $0.panel?.text = "a" }
    await closePanel(afterSetting: "b")
    #expect(view.values == ["", "a"])
    // The first props are always set.
    let late = ViewRecorder("", delivery: .latest)
    late.connect(to: panel) { panel, _ in "last: \(panel.text)" }
    #expect(late.values == ["last: "])
  }

  @Test func `Contract 27: a sequence of values doesn't repeat one that has gone`() async throws {
    func removePanel() async throws -> StoreValues<Panel>.AsyncIterator {
      let store = Store(state: Panels(), reducer: Reducer<Panels>.edits)
      var values = try #require(store.ifPresent(\.panel)).values().makeAsyncIterator()
      #expect(await values.next()?.text == "")
      await store.editAndWait { $0.panel = nil }
      return values
    }
    var values = try await removePanel()
    #expect(await values.next() == nil)
  }

  /// How the scope gets a value.
  ///
  /// The last one then has the only reference to an object that reads the store when it ends.
  enum Use: CaseIterable { case read, observe, observeLatest, scope, end }

  @Test(arguments: Use.allCases)
  func `Contract 27: a last value is released with nothing locked`(_ use: Use) async throws {
    struct Part: Sendable {
      var number = 0
      var reader: LifetimeToken?
    }
    struct App: Sendable { var part: Part? = Part() }
    let store = Store(state: App(), reducer: Reducer<App>.edits)
    let read = Recorder<Int?>()
    let part = try #require(store.ifPresent(\.part))
    store.edit { [store] app in
      app.part?.reader = LifetimeToken { [weak store] in read.record(store?.state.part?.number) }
    }
    await store.settled()
    #expect(part.state.reader != nil)
    let queue = use == .observeLatest ? DispatchQueue(label: "latest") : nil
    let observed =
      use == .observe || use == .observeLatest
      ? part.recordValues(on: queue, delivery: use == .observe ? .every : .latest, as: \.number)
      : nil
    await store.editAndWait { $0.part = Part(number: 1) }
    switch use {
    case .read: #expect(part.state.number == 1)
    case .observe, .observeLatest: #expect(observed?.values.last == 1)
    case .scope: #expect(store.ifPresent(\.part)?.scope(\.number).state == 1)
    case .end:
      let numbers = part.recordValues(as: \.number)
      numbers.dispose()
      await store.settled()
    }
    #expect(read.values == [1])
  }

  @Test func `Contract 27: the value of an ended observer is released with nothing locked`() {
    struct Part: Equatable, Sendable {
      let number: Int
      let reader: LifetimeToken
      static func == (left: Part, right: Part) -> Bool { left.number == right.number }
    }
    let store = Store(state: 1, reducer: Reducer<Int>.edits)
    let read = Recorder<Int?>()
    let parts = store.scope { [weak store] number in
      Part(number: number, reader: LifetimeToken { [weak store] in read.record(store?.state) })
    }
    let numbers = parts.recordValues(as: \.number)
    let count = read.count
    numbers.dispose()
    #expect(read.count == count + 1)
    withExtendedLifetime(parts) {}
  }

  @Test(arguments: [false, true])
  func `Contract 27: a derived value is released with nothing locked`(isObserved: Bool) async {
    let store = Store(state: 0, reducer: Reducer<Int>.edits)
    let (read, hasRead) = (Recorder<Int?>(), Gate())
    let reader = store.derive(\.self) { [weak store] number in
      LifetimeToken { [weak store] in
        read.record(store?.state)
        if number == 0 { hasRead.open() }
      }
    }
    let observed = isObserved ? reader.observe { _ in } : nil
    _ = reader.state
    // The drain releases a value while this thread still has the state locked.
    for _ in 1...2_000 {
      store.edit { $0 += 1 }
      _ = reader.state
    }
    // On a busy machine, no action may have been reduced until here.
    await store.settled()
    _ = reader.state
    await hasRead.opened()
    #expect(!read.values.isEmpty && !read.values.contains(nil))
    observed?.dispose()
  }

  @Test func `Contract 27: a computed part is computed once for each read`() async throws {
    let calls = Counter()
    let panel = try #require(panels.ifPresent(\.panel))
    let length = panel.scope { panel in
      calls.increment()
      return panel.text.count
    }
    await panels.editAndWait { $0.panel?.text = "abc" }
    calls.reset()
    #expect(length.state == 3)
    #expect(calls.value == 1)
  }

  @Test func `Contract 14: a monitor of an optional leaves nothing behind`() async throws {
    let monitor = try #require(panels.ifPresent(\.panel)).monitor(
      amending: nil, at: CallSite(file: #fileID, line: #line)
    ) { _ in }
    #expect(!panels.isUnused)
    monitor.dispose()
    await panels.settled()
    #expect(panels.isUnused)
  }

  private enum Screen: Equatable, Sendable {
    case drafts(Drafts)
    case names([String])
    case others(Drafts)
  }

  private struct Renamed: Action {}

  /// A reducer of one case once gave its payload to the scopes of the others, whatever their types.
  @Test func `Contract 27: the scope of an absent case keeps its value`() async throws {
    struct App: Equatable, Sendable { var screen = Screen.drafts(Drafts(name: "a")) }
    let (drafts, names, others) = (
      CasePath(Screen.drafts), CasePath(Screen.names), CasePath(Screen.others)
    )
    let store = Store(
      state: App(),
      reducer: Reducer<App> {
        Reducer.edits
        Reducer<Drafts>.updating(Renamed.self) { drafts, _ in drafts.name += "!" }.ifCase(
          \App.screen, drafts)
        Reducer<[String]>.updating(Renamed.self) { names, _ in names.append("n") }
          .ifCase(\App.screen, names)
        Reducer<Drafts>.updating(Renamed.self) { drafts, _ in drafts.name += "?" }.ifCase(
          \App.screen, others)
      })
    let first = try #require(store.ifCase(\.screen, drafts))
    let list = first.scope(\.drafts)
    for screen in [Screen.names(["x", "y"]), .others(Drafts(name: "b", drafts: []))] {
      store.edit { $0.screen = screen }
      for _ in 0..<3 { store.dispatch(Renamed()) }
      await store.settled()
      #expect(first.state == Drafts(name: "a"))
      #expect(list.state.count == 2)
    }
    #expect(store.state.screen == .others(Drafts(name: "b???", drafts: [])))
    store.edit { $0.screen = .drafts(Drafts(name: "c")) }
    store.send(Renamed())
    #expect(first.state.name == "c!")
  }
}
