// SPDX-License-Identifier: MIT

#snippet("Use notifications of UIApplication")

@Suite struct AppLifecycleTests {
  struct AppState: Equatable, Sendable {
    var notes = Notes()
    var isActive = false
    var isLocked = false
    var thumbnails: [String: String] = [:]
    var pendingNote: String?
    var shownNote: String?
    var windows: [WindowState] = []
  }

  struct Notes: Equatable, Codable, Sendable { var titles: [String: String] = [:] }
  #snippet("Several windows")
  #snippet("React to the foreground and the background")

  enum NotesAction: Action, Equatable { case linkOpened(String), loaded(Notes), polled }

  static #snippet("React to the foreground and the background", 2)

  static #snippet("Open a link at launch")

  static let appReducer = Reducer<AppState> {
    lifecycle
    linking
  }

  #snippet("Create the store at launch")

  @Test
  func `An app that flushes in the background has its data at the next launch`() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("runnel-lifecycle-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let app = NotesApp(file: file)
    app.store.dispatch(NotesAction.loaded(Notes(titles: ["n1": "Otters"])))
    app.store.dispatch(LifecycleAction.enteredBackground)
    try await app.flush()
    #expect(NotesApp(file: file).store.state.notes.titles == ["n1": "Otters"])
  }

  @Test func `A notification dispatches an action until its token ends`() async {
    let name = Notification.Name("runnel.test.\(UUID().uuidString)")
    let store = Store(state: 0, reducer: .updating(LifecycleAction.self) { count, _ in count += 1 })
    let token = store.dispatch(LifecycleAction.memoryWarning, on: name)
    NotificationCenter.default.post(name: name, object: nil)
    token.dispose()
    NotificationCenter.default.post(name: name, object: nil)
    await store.settled()
    #expect(store.state == 1)
  }

  @Test func `A link waits until its note is loaded`() {
    var state = AppState()
    Self.linking.reduce(&state, NotesAction.linkOpened("n1"))
    #expect(state == AppState(pendingNote: "n1"))
    let notes = Notes(titles: ["n1": "Otters"])
    Self.linking.reduce(&state, NotesAction.loaded(notes))
    #expect(state == AppState(notes: notes, shownNote: "n1"))
  }

  @Test func `Polling ends in the background and begins again in the foreground`() async {
    let (clock, polls, disposer) = (ManualClock(), Counter(), Disposer())
    let store = Store(state: AppState(), reducer: Self.lifecycle, clock: clock)
    #snippet("React to the foreground and the background", 3)
    store.onAction { if $0 is NotesAction { polls.increment() } }.dispose(on: disposer)
    for (action, count) in [
      (LifecycleAction.becameActive, 2), (.enteredBackground, 2), (.becameActive, 4),
    ] {
      await store.settle(after: action)
      await clock.advance(by: .seconds(65))
      #expect(polls.value == count)
    }
    disposer.dispose()
  }

  @Test func `An action of a window changes this window only`() async {
    #snippet("Several windows", 2)
    let store = Store(
      state: AppState(windows: [WindowState(id: "left"), WindowState(id: "right")]),
      reducer: windows)
    #snippet("Several windows", 3)
    await store.settled()
    #expect(store.state.windows.map(\.shownNote) == ["n1", nil])
  }

  @Test func `The lifecycle is tested with actions`() async {
    let store = TestStore(state: AppState(isActive: true), reducer: Self.lifecycle)
    await store.send(LifecycleAction.enteredBackground) {
      $0.isActive = false
      $0.isLocked = true
    }
    await store.send(LifecycleAction.becameActive) { $0.isActive = true }
    await store.finish()
  }
}
