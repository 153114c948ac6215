import Runnel

enum Search {
  struct State: Equatable, Sendable {
    var text = ""
    var hits: [String] = []
    var isSearching = false
  }

  enum Action: Runnel.Action, Equatable {
    case typed(String)
    case found([String])
  }

  enum Command: Runnel.Command, Equatable {
    case search(String)
  }

  enum ID { case search }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .typed(let text):
      state.text = text
      state.isSearching = !text.isEmpty
      guard !text.isEmpty else {
        state.hits = []
        return .cancel(id: ID.search)
      }
      return .perform(Command.search(text))
        .debounce(id: ID.search, for: .milliseconds(300))
    case .found(let hits):
      state.hits = hits
      state.isSearching = false
      return .none
    }
  }
}
