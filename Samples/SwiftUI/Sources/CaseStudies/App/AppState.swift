// SPDX-License-Identifier: MIT

import Runnel

/// The state of the app: one property for each screen.
///
/// It outlives the views. A screen that is shown again has its old state.
nonisolated struct AppState: Equatable, Sendable {
  var bubble = Bubble.State()
  var contacts = Contacts.State()
  var counter = Counter.State()
  var dots = Dots.State()
  var music = Music.State()
  var news = News.State()
  var search = Search.State()
  var signUp = SignUp.State()
  var stopwatch = Stopwatch.State()
  var todos = TodoList.State()
  var trash = Trash.State()
  var travel = Travel.State()
  var upload = Upload.State()

  static let reducer = Reducer<AppState> {
    Bubble.reducer.scope(\.bubble)
    Contacts.reducer.scope(\.contacts)
    Counter.reducer.scope(\.counter)
    Dots.reducer.scope(\.dots)
    Music.reducer.scope(\.music)
    News.reducer.scope(\.news)
    Search.reducer.scope(\.search)
    SignUp.reducer.scope(\.signUp)
    Stopwatch.reducer.scope(\.stopwatch)
    TodoList.reducer.scope(\.todos)
    Trash.reducer.scope(\.trash)
    Travel.reducer.scope(\.travel)
    Upload.reducer.scope(\.upload)
  }
}

/// The store of the app, and everything that lives as long as it.
nonisolated final class AppStore: Sendable {
  let store: Store<AppState>
  private let disposer = Disposer()

  init(clock: any Clock<Duration> = ContinuousClock()) {
    store = Store(state: AppState(), reducer: AppState.reducer, clock: clock)
    store.handle(with: AppHandlers.live).dispose(on: disposer)
    Stopwatch.runTimer(of: store.scope(\.stopwatch, accepting: Stopwatch.Action.self))
      .dispose(on: disposer)
  }
}
