// SPDX-License-Identifier: MIT

import RunnelTesting
import RunnelText
import Testing

@testable import Runnel
@testable import RunnelNavigation

@Suite struct ScreenAddressTests {
  @Test func `A test sends an action to one screen`() async {
    let clock = ManualClock()
    let store = TestStore(state: Mail.State(), reducer: Mail.reducer, clock: clock)
    let thread = Mail.Thread.State(subject: "a")
    await store.send(StackAction<Mail.Screen>.replace([.thread(thread), .thread(thread)])) {
      $0.path.replace(with: [.thread(thread), .thread(thread)])
    }
    await store.send(Mail.Thread.Action.load("b"), to: \.path, id: ScreenID(2)) {
      $0.log = ["2 load(\"b\")"]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(Mail.Thread.Action.loaded("b"), from: \.path, id: ScreenID(2)) {
      $0.path[1] = .thread(Mail.Thread.State(subject: "a", replies: ["b"]))
      $0.log.append("2 loaded(\"b\")")
    }
    await store.send(Mail.Thread.Action.closed, to: \.path, id: ScreenID(2)) {
      $0.path.pop()
    }
    await store.finish()
  }

  @Test func `An action for one screen also works without a store`() {
    var state = Mail.State()
    state.path = [.thread(Mail.Thread.State()), .thread(Mail.Thread.State())]
    Mail.reducer.reduce(&state, Mail.Thread.Action.read, to: \.path, id: ScreenID(2))
    Mail.reducer.reduce(&state, Mail.Thread.Action.read, to: \.path, id: ScreenID(3))
    #expect(
      Array(state.path) == [.thread(Mail.Thread.State()), .thread(Mail.Thread.State(reads: 1))])
  }
}

/// A feature whose answers name the screen that has sent the request.
private enum Caller {
  struct State: Equatable, Sendable {
    let name: Int
    var answers: [Int] = []
  }

  enum Action: Runnel.Action { case called, calledLater(Int), answered(Int), stopped }

  struct Call: Command { let name: Int }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .called: return .perform(Call(name: state.name))
    case .calledLater(let delay):
      return .send(.answered(state.name)).delay(for: .seconds(delay)).cancellable(id: "later")
    case .answered(let name):
      state.answers.append(name)
      return .none
    case .stopped: return .cancel(id: "later")
    }
  }
}

private struct App: Equatable, Sendable {
  var path = ScreenStack<Screen>()

  enum Screen: Equatable, Sendable { case one(Caller.State), other(Caller.State) }

  static let reducer = Reducer<App> {
    Reducer.stack(\.path)
    Caller.reducer.forEach(\.path, CasePath(Screen.one))
    Caller.reducer.forEach(\.path, CasePath(Screen.other))
  }

  static func randomAction(_ random: inout ExplorationRandom, _ state: App) -> any Action {
    let next = state.path.lastNumber + 1
    let caller = Caller.State(name: next)
    let pushed = random.bool() ? Screen.one(caller) : .other(caller)
    switch random.int(in: 0..<10) {
    case 0, 1: return StackAction.push(pushed)
    case 2: return StackAction<Screen>.pop
    case 3: return StackAction.replaceTop(pushed)
    case 4: return StackAction<Screen>.dismiss(ScreenID(random.int(in: 1...next)))
    case 5: return Caller.Action.called
    default:
      let action: Caller.Action = [.called, .calledLater(random.int(in: 1...9)), .stopped][
        random.int(in: 0...2)]
      return Addressed(action, to: \App.path, id: ScreenID(random.int(in: 1...next)))
    }
  }

  /// Each screen has its own name as its ID, and has received only its own answers.
  var isUndisturbed: Bool {
    path.entries.allSatisfy { entry in
      let state =
        switch entry.screen {
        case .one(let state), .other(let state): state
        }
      return state.name == entry.id.number && state.answers.allSatisfy { $0 == state.name }
    }
  }
}

@Suite struct ScreenExplorationTests {
  @Test func `A late answer of a popped screen changes nothing, in any order`() async {
    await explore(state: App(), reducer: App.reducer, runs: 300) { random, state in
      App.randomAction(&random, state)
    } performing: { command, _ in
      [Caller.Action.answered((command as? Caller.Call)?.name ?? 0)]
    } holds: { state in
      state.isUndisturbed
    }
  }
}
