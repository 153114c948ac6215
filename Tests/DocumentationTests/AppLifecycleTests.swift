// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

extension StoreOf where ActionType == any Action {
  /// Dispatches an action for each notification with a name.
  func dispatch(_ action: any Action, on name: Notification.Name) -> Disposable {
    let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
      [weak self] _ in self?.dispatch(action)
    }
    return Disposable { NotificationCenter.default.removeObserver(token) }
  }
}

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

    struct WindowState: Equatable, Identifiable, Sendable {
      let id: String
      var shownNote: String?
    }

    enum WindowAction: ElementAction {
      case noteTapped(window: String, note: String)

      var elementID: String {
        switch self {
        case .noteTapped(let window, _): window
        }
      }
    }

    enum LifecycleAction: Action, Equatable {
      case becameActive, enteredBackground, memoryWarning
    }
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
    let lifecycle = Reducer<AppState>.updating(LifecycleAction.self) { state, action in
      switch action {
      case .becameActive:
        state.isActive = true
      case .enteredBackground:
        state.isActive = false
        state.isLocked = true
      case .memoryWarning:
        state.thumbnails = [:]
      }
    }
    return lifecycle
  }()

  static let linking = {
    let linking = Reducer<AppState>.updating(NotesAction.self) { state, action in
      switch action {
      case .linkOpened(let id):
        state.pendingNote = id
      case .loaded(let notes):
        state.notes = notes
      default:
        return
      }
      if let id = state.pendingNote, state.notes.titles[id] != nil {
        state.shownNote = id
        state.pendingNote = nil
      }
    }
    return linking
  }()

  static let windows = {
    let windows = Reducer<WindowState>.updating(WindowAction.self) { state, action in
      switch action {
      case .noteTapped(_, let note): state.shownNote = note
      }
    }
    .forEach(\AppState.windows)
    return windows
  }()

  // MARK: Launch and end

  private enum Root {
    static let appReducer = Reducer<AppState> {
      AppLifecycleTests.lifecycle
      AppLifecycleTests.linking
    }

    final class NotesApp: Sendable {
      let store: Store<AppState>
      private let saving: Saving

      init(file: URL) {
        let stored = StoredValue(in: .file(file), initial: Notes())
        store = Store(state: AppState(notes: stored.load().value), reducer: appReducer)
        saving = store.persist(\.notes, to: stored)
      }

      func flush() async throws { try await saving.flush() }
    }
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

  // MARK: Foreground and background

  @Test func `Polling ends in the background and begins again in the foreground`() async {
    let clock = ManualClock()
    let reducer = Reducer<AppState> {
      Self.lifecycle
      Reducer.updating(NotesAction.self) { state, _ in state.polls += 1 }
    }
    let store = Store(state: AppState(), reducer: reducer, clock: clock)
    store.run(while: \.isActive) { .timer(every: .seconds(30)) { NotesAction.polled } }
      .dispose(on: disposer)

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

  @Test func `A refresh in the background waits for its effects, and ends with its task`() async {
    let clock = ManualClock()
    let reducer = Reducer<AppState>.on(NotesAction.self) { _, action in
      action == .refreshed ? .run { try await $0.sleep(for: .seconds(1)) } : .none
    }
    let store = Store(state: AppState(), reducer: reducer, clock: clock)
    let task = Task { await store.dispatchAndWait(NotesAction.refreshed) }
    task.cancel()
    await task.value
    #expect(store.runningEffects.isEmpty)
  }

  // MARK: Links and windows

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
    if let window = store.scope(\.windows, id: "left") {
      window.dispatch(WindowAction.noteTapped(window: "left", note: "n1"))
    }
    await store.settled()
    #expect(store.state.windows.map(\.shownNote) == ["n1", nil])
  }

  @Test func `The lifecycle is tested with actions`() async {
    let lifecycle = Self.lifecycle
    let store = TestStore(state: AppState(isActive: true), reducer: lifecycle)
    await store.send(LifecycleAction.enteredBackground) {
      $0.isActive = false
      $0.isLocked = true
    }
    await store.send(LifecycleAction.becameActive) { $0.isActive = true }
    await store.finish()
  }
}
