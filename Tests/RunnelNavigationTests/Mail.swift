// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation
import RunnelTestSupport
import RunnelTesting
import Testing

/// An app with screens of two kinds, for tests of navigation.
enum Mail {
  struct State: Equatable, Sendable {
    var path = ScreenStack<Screen>()
    var log: [String] = []
  }

  enum Screen: Codable, Equatable, Sendable {
    case thread(Thread.State)
    case composer(Composer.State)
    case flow(Flow.State)
  }

  enum Thread {
    struct State: Codable, Equatable, Sendable {
      var subject = ""
      var reads = 0
      var replies: [String] = []
    }

    enum Action: Runnel.Action, Codable, Equatable {
      case read, load(String), loaded(String), debounced, stop, poll, closed, opened(String)
    }

    enum ID: Hashable { case loading }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .read:
        state.reads += 1
        return .none
      case .load(let reply):
        return .run { send in
          try await send.sleep(for: .seconds(1))
          send(.loaded(reply))
        }
        .cancellable(id: ID.loading)
      case .loaded(let reply):
        state.replies.append(reply)
        return .none
      case .debounced:
        return .send(.read).debounce(id: ID.loading, for: .seconds(1))
      case .stop:
        return .cancel(id: ID.loading)
      case .poll:
        return .run { send in
          while true {
            try await send.sleep(for: .seconds(1))
            send(.read)
          }
        }
      case .closed, .opened:
        return .none
      }
    }
  }

  enum Composer {
    struct State: Codable, Equatable, Sendable { var text = "" }

    enum Action: Runnel.Action, Codable, Equatable { case typed(String) }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      if case .typed(let text) = action { state.text += text }
    }
  }

  /// A screen with a stack of its own.
  enum Flow {
    struct State: Codable, Equatable, Sendable {
      var path = ScreenStack<Thread.State>()
      var steps = 0
    }

    enum Action: Runnel.Action, Codable, Equatable { case step }

    static let reducer = Reducer<State> {
      Reducer.updating(Action.self) { state, _ in state.steps += 1 }
      Reducer.stack(\.path)
      Thread.reducer.forEach(\.path)
    }
  }

  static let reducer = Reducer<State> {
    Reducer.stack(\.path)
    Thread.reducer.forEach(\.path, .thread)
    Composer.reducer.forEach(\.path, .composer)
    Flow.reducer.forEach(\.path, .flow)
    Reducer.updating(Thread.Action.self, from: \.path) { state, screen, action in
      switch action {
      case .closed: state.path.dismiss(screen)
      case .opened(let subject): state.path.push(.thread(Thread.State(subject: subject)))
      default: state.log.append("\(screen) \(action)")
      }
    }
  }
}

extension CasePath where Root == Mail.Screen, Value == Mail.Thread.State {
  static var thread: Self { CasePath(Mail.Screen.thread) }
}

extension CasePath where Root == Mail.Screen, Value == Mail.Composer.State {
  static var composer: Self { CasePath(Mail.Screen.composer) }
}

extension CasePath where Root == Mail.Screen, Value == Mail.Flow.State {
  static var flow: Self { CasePath(Mail.Screen.flow) }
}

/// A store with two threads and a composer on its stack.
struct MailStore: Sendable {
  let clock = ManualClock()
  let store: Store<Mail.State>
  /// The actions that no reducer has handled.
  let reports = Recorder<String>()

  init() {
    var state = Mail.State()
    for subject in ["a", "b"] { state.path.push(.thread(Mail.Thread.State(subject: subject))) }
    state.path.push(.composer(Mail.Composer.State()))
    store = Store(
      state: state, reducer: Mail.reducer,
      middleware: [.reports { [reports] in if !$0.isReduced { reports.record("\($0)") } }],
      clock: clock)
  }

  func thread(_ number: Int) throws -> Store<Mail.Thread.State> {
    try #require(store.scope(\.path, id: ScreenID(number), .thread))
  }

  func threadState(_ number: Int) -> Mail.Thread.State? {
    store.state.path[id: ScreenID(number)].flatMap { CasePath.thread.extract($0) }
  }

  /// Waits a second of the clock, and for all effects.
  func waitASecond() async {
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
  }
}
