import Runnel

enum Search {
  struct State: Equatable, Sendable {
    var text = ""
    var hits: [String] = []
  }

  enum Action: Runnel.Action, Equatable {
    case typed(String)
    case found([String])
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .typed(let text):
      state.text = text
    case .found(let hits):
      state.hits = hits
    }
  }
}
