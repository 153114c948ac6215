// SPDX-License-Identifier: MIT

private enum Mail {
  enum Thread {
    struct State: Equatable, Sendable {
      var subject = ""
      var isRead = false
    }

    enum Action: Runnel.Action { case read, authorTapped(String), closeTapped }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      if case .read = action { state.isRead = true }
    }
  }

  enum Composer {
    struct State: Equatable, Sendable { var text = "" }
    enum Action: Runnel.Action { case typed(String) }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      if case .typed(let text) = action { state.text = text }
    }
  }

  enum Settings {
    struct State: Equatable, Sendable { var isLoud = false }
    enum Action: Runnel.Action { case toggled }

    static let reducer = Reducer<State>.updating(Action.self) { state, _ in state.isLoud.toggle() }
  }

  struct Profile: Equatable, Sendable { var author = "" }

  enum Screen: Equatable, Sendable {
    case thread(Thread.State)
    case composer(Composer.State)
    case settings(Settings.State)
    case profile(Profile)
  }

  #snippet("Navigation.md", "Present a sheet")

  struct State: Equatable, Sendable {
    var path = ScreenStack<Screen>()
    var sheet: Sheet?
  }
}

extension CasePath where Root == Mail.Screen, Value == Mail.Thread.State {
  fileprivate static var thread: Self { CasePath(Mail.Screen.thread) }
}

extension CasePath where Root == Mail.Screen, Value == Mail.Composer.State {
  fileprivate static var composer: Self { CasePath(Mail.Screen.composer) }
}

extension CasePath where Root == Mail.Sheet, Value == Mail.Composer.State {
  fileprivate static var composer: Self { CasePath(Mail.Sheet.composer) }
}

extension CasePath where Root == Mail.Sheet, Value == Mail.Settings.State {
  fileprivate static var settings: Self { CasePath(Mail.Sheet.settings) }
}

@Suite struct NavigationDocCommentTests {
  private typealias Thread = Mail.Thread
  private typealias Composer = Mail.Composer
  private typealias Settings = Mail.Settings

  @Test func `A stack of screens`() {
    #snippet("ScreenStack.swift")
    var state = AppState()
    #snippet("ScreenStack.swift", 2)
    #expect(state.path.isEmpty)
  }

  @Test func `A reducer of a stack and its screens`() async {
    typealias AppState = Mail.State
    typealias Profile = Mail.Profile
    #snippet("Reducer+Stack.swift")
    let opening = Reducer<AppState> {
      #snippet("Reducer+Stack.swift", 2)
    }
    typealias Screen = Mail.Screen
    let store = Store(
      state: AppState(),
      reducer: Reducer {
        appReducer
        opening
      })
    #snippet("StackAction.swift")
    store.dispatch(StackAction<Screen>.push(.composer(Composer.State())))
    store.dispatch(StackAction<Screen>.push(.thread(Thread.State())))
    await store.settled()
    var isKeyboardShown = false
    func showKeyboard() { isKeyboardShown = true }
    var id = ScreenID(2)
    #snippet("Store+Screens.swift")
    #expect(isKeyboardShown)
    id = ScreenID(3)
    final class ThreadView {
      init(_ thread: Store<Thread.State>) { thread.dispatch(Thread.Action.authorTapped("Ada")) }
    }
    #snippet("Store+Screens.swift", 2)
    await store.settled()
    #expect(store.state.path.last == .profile(Mail.Profile(author: "Ada")))
    store.scope(\.path, id: id, .thread)?.dispatch(Thread.Action.closeTapped)
    await store.settled()
    #expect(store.state.path.count == 1)
  }

  @Test func `An action for one screen`() async {
    let reducer = Thread.reducer.forEach(\Mail.State.path, .thread)
    let screen = Mail.Screen.thread(Thread.State())
    let store = TestStore(state: Mail.State(path: [screen, screen]), reducer: reducer)
    #snippet("ScreenAction.swift")
    await store.finish()
  }

  @Test func `A sheet of several kinds`() async {
    enum Sheet: Equatable, Sendable {
      case composer(Composer.State)
      case settings(Settings.State)
    }
    #expect(Sheet.composer(Composer.State()) != .settings(Settings.State()))
    let reducer = Reducer<Mail.State> {
      #snippet("Navigation.md", "Present a sheet", 2)
    }
    let store = Store(
      state: Mail.State(sheet: .composer(Composer.State())), reducer: reducer)
    func show(_ composer: Store<Composer.State>) {
      composer.dispatch(Composer.Action.typed("x"))
    }
    #snippet("Navigation.md", "Present a sheet", 3)
    await store.settled()
    #expect(store.state.sheet == .composer(Composer.State(text: "x")))
  }

  @Test func `An alert of the state`() {
    enum Action: Runnel.Action, Equatable { case deleteConfirmed }
    #snippet("Alert.swift")
    var state = State()
    #snippet("Navigation.md", "Show an alert")
    #expect(state.alert?.buttons.map(\.action) == [.deleteConfirmed, nil])
  }

  @Test func `Links of an app`() async {
    enum AppAction: Action, Equatable {
      case threadOpened(Int)
      case searched(String)
      case messageOpened(String, in: Int)
    }
    struct State: Sendable { var opened: [AppAction] = [] }
    let store = Store(
      state: State(),
      reducer: .updating(AppAction.self) { state, action in state.opened.append(action) })
    #snippet("Navigation.md", "Follow a link")
    await store.settled()
    #expect(store.state.opened == [.threadOpened(7)])
    let messages = DeepLinks<AppAction> {
      #snippet("DeepLink.swift")
    }
    #expect(
      (try? messages.value(for: "/threads/7/messages/a")) == .messageOpened("a", in: 7))
  }
}
