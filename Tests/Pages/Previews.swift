// SPDX-License-Identifier: MIT

@Suite struct PreviewsTests {
  enum Mail {
    struct State: Equatable, Sendable {
      var subjects: [String] = []
      var isLoading = false
    }

    enum Action: Runnel.Action, Equatable { case refreshTapped, loaded([String]) }
    struct Load: Command, Equatable {}

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      if case .loaded(let subjects) = action { state.subjects = subjects }
      state.isLoading = action == .refreshTapped
      return state.isLoading ? .perform(Load()) : .none
    }
  }

  private let disposer = Disposer()
  private let print = Printer()

  @Test func `A reducer without effects updates the state and performs no command`() async {
    await failingOnRuntimeWarnings {
      #snippet("Preview with the reducer, without effects")
      await store.settled(includingEffects: true)
    }
    #expect(print.lines == ["true"])
  }

  @Test func `A handler answers the commands of a preview, or prints them`() async {
    #snippet("Preview with answers to commands", 1...2)
    await answering.settle(after: Mail.Action.refreshTapped, includingEffects: true)
    #expect(answering.state == Mail.State(subjects: ["Otters", "Fish"]))
    await spied.settle(after: Mail.Action.refreshTapped, includingEffects: true)
    #expect(print.lines == ["performed Load()"])
  }
}
