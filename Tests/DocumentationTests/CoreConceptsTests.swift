// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct CoreConceptsTests {
  enum Notes {
    struct State: Equatable, Sendable {
      var draft = ""
      var notes: [String] = []
      var isNoticeShown = false
    }

    enum Action: Runnel.Action, Equatable {
      case draftChanged(String)
      case addTapped
      case saved
      case noticeExpired
    }

    enum Command: Runnel.Command, Equatable {
      case save([String])
    }

    enum ID { case notice }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .draftChanged(let text):
        state.draft = text
        return .none
      case .addTapped:
        guard !state.draft.isEmpty else { return .none }
        state.notes.append(state.draft)
        state.draft = ""
        return .perform(Command.save(state.notes))
      case .saved:
        state.isNoticeShown = true
        return .run { send in
          try await send.sleep(for: .seconds(2))
          send(.noticeExpired)
        }
        .cancellable(id: ID.notice, cancelInFlight: true)
      case .noticeExpired:
        state.isNoticeShown = false
        return .none
      }
    }
  }

  struct AppState: Equatable, Sendable {
    var notes = Notes.State()
    var userName = "Ada"
  }

  private let appReducer = Reducer<AppState> {
    Notes.reducer.scope(\.notes)
  }

  final class NotesLabel: UILabel, ViewComponent {
    let disposer = Disposer()
    var props = "" { didSet { text = props } }
  }

  private struct Disk: Sendable {
    let written = Recorder<[String]>()
    func write(_ notes: [String]) async throws { written.record(notes) }
  }

  private let disposer = Disposer()

  private func makeAudit(_ print: Printer) -> Middleware<AppState> {
    let audit = Middleware<AppState> { action, _, next in
      print("\(action)")
      next(action)
    }
    return audit
  }

  @Test @MainActor func `All parts work together`() async {
    let (print, audited) = (Printer(), Printer())
    let audit = makeAudit(audited)
    let clock = ManualClock()
    let disk = Disk()

    let store = Store(state: AppState(), reducer: appReducer, middleware: [audit], clock: clock)
    store.dispatch(Notes.Action.draftChanged("Buy milk"))
    await store.settled()
    print(store.state.notes.draft)  // Buy milk

    #expect(print.lines == ["Buy milk"])
    #expect(audited.lines == [#"draftChanged("Buy milk")"#])

    store.handle(Notes.Command.self) { command in
      switch command {
      case .save(let notes):
        .once {
          try await disk.write(notes)
          return Notes.Action.saved
        }
      }
    }
    .dispose(on: disposer)

    let notes = store.scope(\.notes, accepting: Notes.Action.self)
    notes.dispatch(.draftChanged("Call Bo"))

    notes.scope(\.draft).observe { print("The draft is \($0).") }.dispose(on: disposer)

    let label = NotesLabel()
    label.connect(to: notes) { state, _ in "\(state.notes.count) notes" }

    notes.dispatch(.addTapped)
    await clock.advance(by: .seconds(1))
    #expect(store.state.notes.isNoticeShown)
    await clock.advance(by: .seconds(1))
    #expect(!store.state.notes.isNoticeShown)
    #expect(disk.written.values == [["Call Bo"]])
    #expect(print.lines.last == "The draft is .")
    #expect(label.texts.last == "1 notes")
    #expect(store.scope { $0.notes.notes.count }.state == 1)
  }

  @Test
  func `An action is reduced, then observers are notified, and then its effects start`() async {
    struct Loaded: Action {}
    let steps = Recorder<String>()
    let store = Store(
      state: 0,
      reducer: .on { state, action in
        if action is Loaded { return .none }
        steps.record("reduced")
        state += 1
        return .run { send in
          steps.record("effect")
          send(Loaded())
        }
      },
      middleware: [
        Middleware { action, _, next in
          if !(action is Loaded) { steps.record("middleware") }
          next(action)
        }
      ])
    store.observe { if $0 > 0 { steps.record("first observer") } }.dispose(on: disposer)
    store.observe { if $0 > 0 { steps.record("second observer") } }.dispose(on: disposer)
    await store.settle(after: Notes.Action.addTapped, includingEffects: true)
    #expect(
      steps.values == ["middleware", "reduced", "first observer", "second observer", "effect"])
  }
}
