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
}
