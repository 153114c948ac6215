// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

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

  enum Sheet: Equatable, Sendable {
    case composer(Composer.State)
    case settings(Settings.State)
  }

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
    enum Screen: Equatable, Sendable {
      case thread(Thread.State)
      case composer(Composer.State)
    }

    struct AppState: Equatable, Sendable {
      var path = ScreenStack<Screen>()
    }
    var state = AppState()
    state.path.push(.thread(Thread.State(subject: "Hello")))
    state.path.pop()
    #expect(state.path.isEmpty)
  }

  @Test func `A reducer of a stack and its screens`() async {
    typealias AppState = Mail.State
    typealias Profile = Mail.Profile
    let appReducer = Reducer<AppState> {
      Reducer.stack(\.path)
      Thread.reducer.forEach(\.path, .thread)
      Composer.reducer.forEach(\.path, .composer)
    }
    let opening = Reducer<AppState> {
      Reducer.updating(Thread.Action.self, from: \.path) { state, screen, action in
        switch action {
        case .authorTapped(let author): state.path.push(.profile(Profile(author: author)))
        case .closeTapped: state.path.dismiss(screen)
        default: break
        }
      }
    }
    typealias Screen = Mail.Screen
    let store = Store(
      state: AppState(),
      reducer: Reducer {
        appReducer
        opening
      })
    store.dispatch(StackAction<Screen>.push(.settings(Settings.State())))
    store.dispatch(StackAction<Screen>.popToRoot)
    store.dispatch(StackAction<Screen>.push(.composer(Composer.State())))
    store.dispatch(StackAction<Screen>.push(.thread(Thread.State())))
    await store.settled()
    var isKeyboardShown = false
    func showKeyboard() { isKeyboardShown = true }
    var id = ScreenID(2)
    if case .composer = store.scope(\.path, id: id)?.state { showKeyboard() }
    #expect(isKeyboardShown)
    id = ScreenID(3)
    final class ThreadView {
      init(_ thread: Store<Thread.State>) { thread.dispatch(Thread.Action.authorTapped("Ada")) }
    }
    if let thread = store.scope(\.path, id: id, .thread) { _ = ThreadView(thread) }
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
    await store.send(ScreenAction(screen: ScreenID(2), action: Thread.Action.read)) { state in
      state.path[id: ScreenID(2)] = .thread(Thread.State(isRead: true))
    }
  }

  @Test func `A sheet of several kinds`() async {
    enum Sheet: Equatable, Sendable {
      case composer(Composer.State)
      case settings(Settings.State)
    }
    #expect(Sheet.composer(Composer.State()) != .settings(Settings.State()))
    let reducer = Reducer<Mail.State> {
      Composer.reducer.ifPresent(\.sheet, .composer)
      Settings.reducer.ifPresent(\.sheet, .settings)
    }
    let store = Store(
      state: Mail.State(sheet: .composer(Composer.State())), reducer: reducer)
    func show(_ composer: Store<Composer.State>) {
      composer.dispatch(Composer.Action.typed("x"))
    }
    if let composer = store.ifPresent(\.sheet, .composer) { show(composer) }
    await store.settled()
    #expect(store.state.sheet == .composer(Composer.State(text: "x")))
  }

  @Test func `An alert of the state`() {
    enum Action: Runnel.Action, Equatable { case deleteConfirmed }
    struct State: Equatable, Sendable {
      var alert: Alert<Action>?
    }
    var state = State()
    state.alert = Alert("Delete the thread?", message: "This can't be undone.") {
      Alert.Button("Delete", role: .destructive, action: .deleteConfirmed)
      Alert.Button("Cancel", role: .cancel)
    }
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
    let links = DeepLinks<AppAction>(schemes: ["inbox", "https"], hosts: ["inbox.example"]) {
      DeepLink("/threads/:id") { .threadOpened(try $0.int("id")) }
      DeepLink("/search") { .searched($0.query("q") ?? "") }
    }

    do {
      store.dispatch(try links.value(for: "inbox://threads/7"))
    } catch {
      print(error)
    }
    await store.settled()
    #expect(store.state.opened == [.threadOpened(7)])
    let messages = DeepLinks<AppAction> {
      DeepLink("/threads/:thread/messages/:message") {
        .messageOpened(try $0.string("message"), in: try $0.int("thread"))
      }
    }
    #expect(
      (try? messages.value(for: "/threads/7/messages/a")) == .messageOpened("a", in: 7))
  }
}
