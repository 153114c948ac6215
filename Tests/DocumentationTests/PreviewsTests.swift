// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

extension Reducer {
  /// The reducer without its effects, for previews.
  var withoutEffects: Reducer<State> {
    .updating { state, action in self.reduce(&state, action) }
  }
}

@Suite struct PreviewsTests {
  enum Mail {
    struct State: Equatable, Sendable {
      var subjects: [String] = []
      var isLoading = false
    }

    enum Action: Runnel.Action, Equatable { case refreshTapped, loaded([String]) }
    struct Load: Command, Equatable {}

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .refreshTapped:
        state.isLoading = true
        return .perform(Load())
      case .loaded(let subjects):
        (state.isLoading, state.subjects) = (false, subjects)
        return .none
      }
    }
  }

  private let disposer = Disposer()
  private let print = Printer()

  @Test func `A store without a reducer keeps its state`() {
    let store = Store(state: Mail.State(isLoading: true)).accepting(Mail.Action.self)
    store.send(.loaded([]))
    #expect(store.state == Mail.State(isLoading: true))
  }

  @Test func `A reducer without effects updates the state and performs no command`() async {
    await failingOnRuntimeWarnings {
      let store = Store(
        state: Mail.State(subjects: ["Otters"]), reducer: Mail.reducer.withoutEffects)
      store.send(Mail.Action.refreshTapped)
      print(store.state.isLoading)  // true

      await store.settled(includingEffects: true)
    }
    #expect(print.lines == ["true"])
  }

  @Test func `A handler answers the commands of a preview, or prints them`() async {
    let answering = Store(state: Mail.State(), reducer: Mail.reducer)
    answering.handle(Mail.Load.self) { _ in
      .once { Mail.Action.loaded(["Otters", "Fish"]) }
    }
    .dispose(on: disposer)
    let spied = Store(state: Mail.State(), reducer: Mail.reducer)
    spied.handle(Mail.Load.self) { command in
      print("performed \(command)")
      return .none
    }
    .dispose(on: disposer)

    await answering.settle(after: Mail.Action.refreshTapped, includingEffects: true)
    #expect(answering.state == Mail.State(subjects: ["Otters", "Fish"]))
    await spied.settle(after: Mail.Action.refreshTapped, includingEffects: true)
    #expect(print.lines == ["performed Load()"])
  }
}
