// SPDX-License-Identifier: MIT

// The screens of the article, in a namespace of their own.

private enum Article {
  #snippet("Define the screens")

  enum Profile {
    struct State: Codable, Equatable, Sendable { var name = "" }
    static let reducer = Reducer<State> {}
  }

  #snippet("Define the screens", 2)
}

private typealias Thread = Article.Thread
private typealias Profile = Article.Profile
private typealias Screen = Article.Screen
private typealias AppState = Article.AppState

#snippet("Define the screens", 3)

extension CasePath where Root == Screen, Value == Profile.State {
  static var profile: Self { CasePath(Screen.profile) }
}

private #snippet("Compose the reducers of screens")

@Suite struct NavigationTests {
  private let clock = ManualClock()
  private let store = Store(
    state: AppState(path: [.thread(Thread.State(id: 7))]), reducer: appReducer)

  private func push(_ id: ScreenID, _ state: inout AppState) {
    #snippet("Push and pop screens", 1...2)
    #snippet("Observe a screen")
  }

  @Test func `The screens are restored from data`() throws {
    #snippet("Restore the screens")
    #expect(path == store.state.path)
  }

  @Test func `A test of the app sends actions to a screen`() async {
    let store = TestStore(state: AppState(), reducer: appReducer, clock: clock)
    #snippet("Test navigation")
  }

  @Test @MainActor func `Any interface follows the IDs`() async {
    struct ShownScreen { let id: ScreenID }
    #snippet("SwiftUI, UIKit and terminals")
    let navigator = Navigator()
    #snippet("SwiftUI, UIKit and terminals", 2)
    let thread = Screen.thread(Thread.State(id: 7))
    store.send(StackAction<Screen>.push(thread))
    store.send(StackAction<Screen>.push(thread))
    #expect(navigator.screens.map(\.id.number) == [1, 2, 3])
    store.send(StackAction<Screen>.dismiss(ScreenID(2)))
    store.send(StackAction<Screen>.push(thread))
    #expect(navigator.screens.map(\.id.number) == [1, 4])
    // An undo can bring back a screen below others.
    navigator.props = [ScreenID(4)]
    navigator.props = [ScreenID(1), ScreenID(4)]
    #expect(navigator.screens.map(\.id.number) == [1, 4])
  }
}
