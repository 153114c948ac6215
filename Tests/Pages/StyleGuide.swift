// SPDX-License-Identifier: MIT

@Suite struct StyleGuideTests {
  #snippet("Overview")

  @Test func `A feature in this style is tested with a spy`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer)
      .accepting(Search.Action.self)
    let spy = CommandSpy(Search.Command.self) { command in
      switch command {
      case .find(let text): .once { Search.Action.found(["\(text)ter"]) }
      }
    }
    store.handle(with: spy)
    await store.send(.textChanged("ot")) { $0.text = "ot" }
    await store.send(.searchTapped) { $0.results = .loading }
    await store.receive(.found(["otter"])) { $0.results = .found(["otter"]) }
    #expect(spy.commands == [.find("ot")])
    await store.finish()
  }

  enum Profile {
    struct State: Equatable, Sendable {
      var account = ""
      var items = ["tea"]
      var selection: String?
    }

    enum Action: Runnel.Action {
      case clearTapped
      case accountChanged(String)
    }

    #snippet("Call a function in place of a chain of actions", 2)
  }

  @Test func `Two actions share a function of the state`() {
    for action in [Profile.Action.clearTapped, .accountChanged("ada")] {
      var state = Profile.State(selection: "tea")
      Profile.reducer.reduce(&state, action)
      #expect(state.items.isEmpty)
      #expect(state.selection == nil)
    }
  }

  @Test func `A rule behind the reducer holds after each action`() {
    struct Renamed: Action {}
    let renaming = Reducer<Profile.State>.updating(Renamed.self) { state, _ in state.account = "bo"
    }
    let reducer = Reducer {
      Profile.reducer
      renaming
    }
    .updatingOnChange(of: \.account) { _, _, state in state.selection = nil }
    var state = Profile.State(selection: "tea")
    reducer.reduce(&state, Renamed())
    #expect(state.selection == nil)

    let fromThePage = makeReducer()
    state = Profile.State(selection: "tea")
    fromThePage.reduce(&state, Profile.Action.accountChanged("ada"))
    #expect(state.selection == nil)
  }

  private func makeReducer() -> Reducer<Profile.State> {
    #snippet("Keep a rule in one place")
    return reducer
  }
}

private typealias Profile = StyleGuideTests.Profile

#snippet("Call a function in place of a chain of actions")
