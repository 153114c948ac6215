// SPDX-License-Identifier: MIT

// The features of the recipes that have views. The tests of the recipes run them, and `.ci/apple`
// compiles them with the views in Tests/AppleExamples/CookbookExamples.swift.

import Runnel

enum CountdownTimerExample {
  enum Countdown {
    struct State: Equatable, Sendable {
      var remaining = 0
      var isPaused = false

      var isRunning: Bool { remaining > 0 && !isPaused }
    }

    enum Action: Runnel.Action, Equatable {
      case started(seconds: Int)
      case pauseTapped
      case ticked
    }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .started(let seconds): state = State(remaining: seconds)
      case .pauseTapped: state.isPaused.toggle()
      case .ticked: state.remaining -= 1
      }
    }

    static func start(on store: StoreOf<State, Action>) -> Disposable {
      store.run(while: \.isRunning) { .timer(every: .seconds(1)) { .ticked } }
    }
  }
}

enum FormRecipeExample {
  enum Registration {
    struct Fields: Equatable, Sendable {
      var name = ""
      var password = ""
      var wantsNews = false
    }

    struct State: Equatable, Sendable {
      var fields = Fields()
      var isSaving = false
      var problem: String?

      var canSave: Bool { !fields.name.isEmpty && fields.password.count >= 8 && !isSaving }
    }

    enum Action: FormAction, Equatable {
      case set(SetAction<Fields>)
      case saveTapped
      case saved
      case failed(String)
    }

    struct Save: Command, Equatable { let fields: Fields }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .set(let change):
        change.apply(to: &state.fields)
        state.fields.name = String(state.fields.name.prefix(20))
        state.problem = nil
        return .none
      case .saveTapped:
        guard state.canSave else { return .none }
        state.isSaving = true
        return .perform(Save(fields: state.fields)).catch { .failed("\($0)") }
      case .saved:
        state = State()
        return .none
      case .failed(let problem):
        state.isSaving = false
        state.problem = problem
        return .none
      }
    }
  }
}

enum PaginationExample {
  enum Feed {
    struct State: Equatable, Sendable {
      var items: [String] = []
      /// `nil` when there are no more.
      var nextPage: Int? = 0
      var isLoading = false
      var hasFailed = false
    }

    enum Action: Runnel.Action, Equatable {
      case reachedEnd
      case refreshed
      case loaded([String], nextPage: Int?)
      case failed
    }

    enum Command: Runnel.Command, Equatable { case load(page: Int) }
    enum ID { case loading }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .reachedEnd:
        guard !state.isLoading, let page = state.nextPage else { return .none }
        return load(page, &state)
      case .refreshed:
        state = State()
        return load(0, &state)
      case .loaded(let items, let nextPage):
        state.items += items
        state.nextPage = nextPage
        state.isLoading = false
        return .none
      case .failed:
        state.isLoading = false
        state.hasFailed = true
        return .none
      }
    }

    private static func load(_ page: Int, _ state: inout State) -> EffectOf<Action> {
      state.isLoading = true
      state.hasFailed = false
      return .perform(Command.load(page: page))
        .retry(2, backoff: .constant(.seconds(1)))
        .catch { _ in .failed }
        .cancellable(id: ID.loading, cancelInFlight: true)
    }
  }
}

enum PollingExample {
  enum Weather {
    struct State: Equatable, Sendable {
      var isShown = false
      var degrees: Int?
    }

    enum Action: Runnel.Action, Equatable {
      case shown(Bool)
      case due
      case measured(Int)
    }

    enum Command: Runnel.Command { case measure }
    enum ID { case measuring }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .shown(let isShown):
        state.isShown = isShown
        return .none
      case .due:
        return .perform(Command.measure)
          .catch { _ in .none }
          .cancellable(id: ID.measuring, cancelInFlight: true)
      case .measured(let degrees):
        state.degrees = degrees
        return .none
      }
    }

    static func start(on store: StoreOf<State, Action>) -> Disposable {
      store.run(while: \.isShown) {
        .merge(.send(.due), .timer(every: .seconds(60)) { .due })
      }
    }
  }
}

enum PullToRefreshExample {
  enum Timeline {
    struct State: Equatable, Sendable {
      var posts: [String] = []
      var hasFailed = false
    }

    enum Action: Runnel.Action, Equatable {
      case refreshed
      case loaded([String])
      case failed
    }

    enum Command: Runnel.Command, Equatable { case load }
    enum ID { case loading }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .refreshed:
        return .perform(Command.load)
          .catch { _ in .failed }
          .cancellable(id: ID.loading, cancelInFlight: true)
      case .loaded(let posts):
        state = State(posts: posts)
        return .none
      case .failed:
        state.hasFailed = true
        return .none
      }
    }
  }
}

enum SearchAsYouTypeExample {
  enum Search {
    struct State: Equatable, Sendable {
      var text = ""
      var hits: [String] = []
      var problem: String?
    }

    enum Action: Runnel.Action, Equatable {
      case typed(String)
      case found([String])
      case failed(String)
    }

    enum Command: Runnel.Command, Equatable { case search(String) }
    enum ID { case search }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        state.problem = nil
        guard !text.isEmpty else {
          state.hits = []
          return .cancel(id: ID.search)
        }
        return .perform(Command.search(text))
          .catch { .failed("\($0)") }
          .debounce(id: ID.search, for: .milliseconds(300))
          .cancellable(id: ID.search, cancelInFlight: true)
      case .found(let hits):
        state.hits = hits
        return .none
      case .failed(let problem):
        state.problem = problem
        return .none
      }
    }
  }
}

enum ShowAnErrorExample {
  enum Report {
    struct State: Equatable, Sendable {
      var text: String?
      var alert: Alert<Action>?
    }

    enum Action: Runnel.Action, Equatable {
      case loadTapped
      case loaded(String)
      case failed(String)
      case alertDismissed
    }

    enum Command: Runnel.Command, Equatable { case load }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .loadTapped:
        return .perform(Command.load).catch { .failed("\($0)") }
      case .loaded(let text):
        state.text = text
        return .none
      case .failed(let problem):
        state.alert = Alert("The report can't be loaded.", message: problem) {
          Alert.Button("Try again", action: .loadTapped)
          Alert.Button("Cancel", role: .cancel)
        }
        return .none
      case .alertDismissed:
        state.alert = nil
        return .none
      }
    }
  }
}

enum UploadWithProgressExample {
  enum Upload {
    struct State: Equatable, Sendable {
      /// The uploaded fraction, or `nil` if no upload is running.
      var progress: Double?
      var problem: String?
    }

    enum Action: Runnel.Action, Equatable {
      case uploadTapped(String)
      case cancelTapped
      case progressed(Double)
      case uploaded
      case failed(String)
    }

    enum Command: Runnel.Command, Equatable { case upload(String) }
    enum ID { case upload }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .uploadTapped(let file):
        guard state.progress == nil else { return .none }
        state = State(progress: 0)
        return .concatenate(.perform(Command.upload(file)), .send(.uploaded))
          .catch { .failed("\($0)") }
          .cancellable(id: ID.upload)
      case .cancelTapped:
        state.progress = nil
        return .cancel(id: ID.upload)
      case .progressed(let fraction):
        state.progress = fraction
        return .none
      case .uploaded:
        state.progress = nil
        return .none
      case .failed(let problem):
        state = State(problem: problem)
        return .none
      }
    }
  }
}
