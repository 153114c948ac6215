// SPDX-License-Identifier: MIT

@Suite struct ReducersTests {
  typealias Detail = Features.Detail
  typealias Download = Features.Download
  typealias Row = Features.Row
  typealias Screen = Features.Screen

  #snippet("Overview")
  #snippet("Action.swift")
  struct LoggedOut: Action {}
  struct SearchClosed: Action {}

  enum Search {
    struct State: Equatable, Sendable {
      var query = ""
      var page = 3
    }

    static let reducer = Reducer<State> {}
  }

  enum Recording { static let reducer = Reducer<AppState> {} }
  struct Plugin { let reducer: Reducer<AppState> }

  private func compose(
    _ counting: Reducer<Int>, _ logging: Reducer<AppState>, _ isRecording: Bool,
    _ plugins: [Plugin], _ optionalReducer: Reducer<AppState>?
  ) {
    #snippet("Compose reducers")
  }

  private func createReducers() {
    @Sendable func resetReducer(state: inout AppState, action: any Action) {}
    #snippet("Create a reducer")
    #snippet("Optional state")
    #snippet("Cases of an enum", 3)
    #snippet("Elements of a collection")
    #snippet("Respond to a change")
  }

  @Test func `onChange retains its value while the reducer runs`() async {
    func copies(_ follow: (Reducer<LargeState>) -> Reducer<LargeState>) async -> Int {
      let copies = Counter()
      let store = Store(
        state: LargeState(count: 100), reducer: follow(.writing(countingIn: copies)))
      await store.settle(after: LoggedOut(), LoggedOut())
      return copies.value
    }
    #expect(await copies { $0.updatingOnChange(of: \.array.count) { _, _, _ in } } == 0)
    #expect(await copies { $0.updatingOnChange(of: \.array) { _, _, _ in } } == 2)
  }

  #snippet("Undo")

  enum EditorAction: Action { case typed(String) }
  static let editorReducer = Reducer<Editor>.updating(EditorAction.self) { state, action in
    if case .typed(let letter) = action { state.filter += letter }
  }

  @Test func `Actions with one key are one step to undo and redo`() async {
    let editorReducer = Self.editorReducer
    #snippet("Undo", 2...3)
  }

  @Test func `An undo reaches every history of its type`() {
    struct Pair: Sendable { var left = Editor(), right = Editor() }
    let editing = Self.editorReducer.undoable(\.filter, history: \.history, limit: 5)
    let reducer = Reducer<Pair> {
      editing.scope(\.left)
      editing.scope(\.right)
    }
    var state = Pair()
    reducer.reduce(&state, EditorAction.typed("a"))
    reducer.reduce(&state, UndoAction<String>.undo)
    #expect([state.left.filter, state.right.filter] == ["", ""])
  }

  enum Drawing {
    struct State: Equatable, Sendable { var points: [Int] = [] }
    static let reducer = Reducer<State> {}
  }

  #snippet("Undo", 4)

  enum Note {
    typealias State = UndoAndRedoTests.Note.State

    enum Action: Runnel.Action { case typed(String), undone, redone }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .typed(let text): state.text = text
      case .undone: state.history.undo(&state.text)
      case .redone: state.history.redo(&state.text)
      }
    }
    .undoable(\.text, history: \.history, limit: 20)
  }
}
