// SPDX-License-Identifier: MIT

import Observation
import RunnelPersistence

@Suite struct FAQTests {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var settings = 0
  }

  enum CounterAction: Action { case incremented }

  private let appReducer = Reducer<AppState>.updating(CounterAction.self) { state, _ in
    state.counter += 1
  }

  @Test func `The line after send reads the new state`() {
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Why is dispatch asynchronous?")
  }

  private func createStores(_ stored: StoredValue<Int>) -> (Store<AppState>, Saving) {
    #snippet("Can I use SwiftUI previews?")
    #snippet("How do I log actions?")
    #snippet("How do I persist the state?")
    return (preview, saving)
  }

  private enum Reading {
    typealias Session = SharedStateTests.Session
    typealias Inbox = SharedStateTests.Inbox

    struct AppState: Equatable, Sendable {
      var session = Session.State()
      var inbox = Inbox.State()
    }

    static func makeReducer() -> Reducer<AppState> {
      #snippet("How do I share state between features?")
      return appReducer
    }
  }

  private enum LoggingOut {
    struct LoggedOut: Action {}
    struct AppState: Equatable, Sendable { var session: Session.State? = Session.State() }

    enum Session {
      struct State: Equatable, Sendable {}
      enum Action: Runnel.Action { case typed(String), found([String]) }
      enum ID { case search }

      static func search(_ text: String) async throws -> [String] { [text] }

      static let reducer = Reducer<State>.on(Action.self) { _, action in
        switch action {
        case .typed(let text):
          #snippet("How do I debounce?")
        case .found:
          return .none
        }
      }
    }

    static func makeReducer() -> Reducer<AppState> {
      #snippet("How do I cancel everything on logout?")
      return appReducer
    }
  }

  private enum Draft {
    struct State: Equatable, Sendable { var text = "" }
    enum Action: Runnel.Action, Equatable { case opened, resetTapped }
    enum ID { case load }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened:
        return .run { _ in }
        #snippet("How do I reset a feature to its initial state?")
      }
    }
  }
}

@Suite struct ComparisonTests {
  #snippet("Comparison.md", "Plain Observable objects")

  @Test func `An action calls only the reducers of its type`() async {
    struct First: Action {}
    struct Second: Action {}
    let calls = Recorder<String>()
    #snippet("Comparison.md", "The Composable Architecture")
  }
}
