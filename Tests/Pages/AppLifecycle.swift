// SPDX-License-Identifier: MIT

import Foundation
import RunnelPersistence

#snippet("Use notifications of UIApplication")

@Suite struct AppLifecycleTests {
  private let disposer = Disposer()

  enum Values {
    struct AppState: Equatable, Sendable {
      var notes = Notes()
      var isActive = false
      var isLocked = false
      var thumbnails: [String: String] = [:]
      var pendingNote: String?
      var shownNote: String?
      var windows: [WindowState] = []
      var polls = 0
    }

    struct Notes: Equatable, Codable, Sendable { var titles: [String: String] = [:] }
    #snippet("Several windows")
    #snippet("React to the foreground and the background")
  }

  typealias AppState = Values.AppState
  typealias Notes = Values.Notes
  typealias WindowState = Values.WindowState
  typealias WindowAction = Values.WindowAction
  typealias LifecycleAction = Values.LifecycleAction

  enum NotesAction: Action, Equatable {
    case linkOpened(String), loaded(Notes), polled, refreshed
  }

  static let lifecycle = {
    #snippet("React to the foreground and the background", 2)
    return lifecycle
  }()

  static let linking = {
    #snippet("Open a link at launch")
    return linking
  }()

  static let windows = {
    #snippet("Several windows", 2)
    return windows
  }()

  private enum Root {
    static let appReducer = Reducer<AppState> {
      AppLifecycleTests.lifecycle
      AppLifecycleTests.linking
    }

    #snippet("Create the store at launch")
  }

  @Test
  func `An app that flushes in the background has its data at the next launch`() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("runnel-lifecycle-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let app = Root.NotesApp(file: file)
    app.store.dispatch(NotesAction.loaded(Notes(titles: ["n1": "Otters"])))
    app.store.dispatch(LifecycleAction.enteredBackground)
    try await app.flush()
    #expect(Root.NotesApp(file: file).store.state.notes.titles == ["n1": "Otters"])
  }

  @Test func `Polling ends in the background and begins again in the foreground`() async {
    let clock = ManualClock()
    let reducer = Reducer<AppState> {
      Self.lifecycle
      Reducer.updating(NotesAction.self) { state, _ in state.polls += 1 }
    }
    let store = Store(state: AppState(), reducer: reducer, clock: clock)
    #snippet("React to the foreground and the background", 3)
    await store.settle(after: LifecycleAction.becameActive)
    await clock.advance(by: .seconds(65))
    await store.settle(after: LifecycleAction.enteredBackground)
    #expect(store.state.polls == 2)
    await clock.advance(by: .seconds(3_600))
    await store.settle(after: LifecycleAction.becameActive)
    #expect(store.state.polls == 2)
    await clock.advance(by: .seconds(30))
    await store.settled()
    #expect(store.state.polls == 3)
  }

  @Test func `A notification dispatches an action until its token ends`() async {
    let name = Notification.Name("runnel.test.\(UUID().uuidString)")
    let store = Store(
      state: AppState(thumbnails: ["a": "b"]), reducer: Self.lifecycle)
    let actions = ValueRecorder.actions(of: store)
    let token = store.dispatch(LifecycleAction.memoryWarning, on: name)
    NotificationCenter.default.post(name: name, object: nil)
    await store.settled()
    #expect(store.state.thumbnails.isEmpty)
    token.dispose()
    NotificationCenter.default.post(name: name, object: nil)
    await store.settled()
    #expect(actions.count == 1)
  }

  @Test func `A link waits until its note is loaded`() async {
    let store = TestStore(state: AppState(), reducer: Self.linking)
    let notes = Notes(titles: ["n1": "Otters"])
    await store.send(NotesAction.linkOpened("n1")) { $0.pendingNote = "n1" }
    await store.send(NotesAction.loaded(notes)) {
      $0.notes = notes
      $0.pendingNote = nil
      $0.shownNote = "n1"
    }
    await store.finish()
  }

  @Test func `An action of a window changes this window only`() async {
    let store = Store(
      state: AppState(windows: [WindowState(id: "left"), WindowState(id: "right")]),
      reducer: Self.windows)
    #snippet("Several windows", 3)
    await store.settled()
    #expect(store.state.windows.map(\.shownNote) == ["n1", nil])
  }

  @Test func `The lifecycle is tested with actions`() async {
    let lifecycle = Self.lifecycle
    #snippet("Test the lifecycle")
  }
}
