// SPDX-License-Identifier: MIT

private enum Letters {
  enum Thread {
    struct State: Equatable, Sendable { var subject = "" }
    static let reducer = Reducer<State> {}
  }

  enum Composer {
    struct State: Equatable, Sendable { var text = "" }
    static let reducer = Reducer<State> {}
  }

  enum Settings {
    struct State: Equatable, Sendable { var isLoud = false }
    static let reducer = Reducer<State> {}
  }

  enum Screen: Equatable, Sendable {
    case thread(Thread.State)
    case composer(Composer.State)
    case settings(Settings.State)
  }

  #snippet("Navigation.md", "Present a sheet")

  struct State: Equatable, Sendable {
    var path = ScreenStack<Screen>()
    var sheet: Sheet?
  }
}

extension CasePath where Root == Letters.Screen, Value == Letters.Thread.State {
  fileprivate static var thread: Self { CasePath(Letters.Screen.thread) }
}

extension CasePath where Root == Letters.Screen, Value == Letters.Composer.State {
  fileprivate static var composer: Self { CasePath(Letters.Screen.composer) }
}

extension CasePath where Root == Letters.Sheet, Value == Letters.Composer.State {
  fileprivate static var composer: Self { CasePath(Letters.Sheet.composer) }
}

extension CasePath where Root == Letters.Sheet, Value == Letters.Settings.State {
  fileprivate static var settings: Self { CasePath(Letters.Sheet.settings) }
}

/// The examples of the documentation comments about navigation.
@Suite struct NavigationDocCommentTests {
  private typealias Thread = Letters.Thread
  private typealias Composer = Letters.Composer
  private typealias Settings = Letters.Settings

  private func changeStack() {
    #snippet("ScreenStack.swift")
    var state = AppState()
    #snippet("ScreenStack.swift", 2)
  }

  private func makeReducers() -> Reducer<Letters.State> {
    typealias AppState = Letters.State
    #snippet("Reducer+Stack.swift")
    return Reducer {
      appReducer
      #snippet("Navigation.md", "Present a sheet", 2)
    }
  }

  private struct ThreadView { init(_ thread: Store<Thread.State>) {} }

  private func present(
    _ store: Store<Letters.State>, _ id: ScreenID, showKeyboard: () -> Void,
    show: (Store<Composer.State>) -> Void
  ) {
    typealias Screen = Letters.Screen
    #snippet("StackAction.swift")
    #snippet("Store+Screens.swift")
    #snippet("Navigation.md", "Present a sheet", 3)
  }

  private func showAlert() {
    enum Action: Runnel.Action, Equatable { case deleteConfirmed }
    #snippet("AlertState.swift")
    var state = State()
    #snippet("Navigation.md", "Show an alert")
  }

  @Test func `The links of the examples lead to actions`() async throws {
    enum AppAction: Action, Equatable {
      case threadOpened(Int)
      case searched(String)
      case messageOpened(String, in: Int)
    }
    let store = Store<[AppAction]>(state: [], reducer: .updating(AppAction.self) { $0.append($1) })
    #snippet("Navigation.md", "Follow a link")
    await store.settled()
    #expect(store.state == [.threadOpened(7)])
    let messages = DeepLinks<AppAction> { #snippet("DeepLink.swift") }
    #expect(try messages.value(for: "/threads/7/messages/a") == .messageOpened("a", in: 7))
  }
}
