import Runnel

enum Search {
  struct State: Equatable, Sendable {
    var text = ""
    var hits: [String] = []
    var isSearching = false

    var report: String? {
      if text.isEmpty || isSearching { return nil }
      return "\(text): \(hits.joined(separator: ", "))"
    }
  }

  enum Action: Runnel.Action, Equatable {
    case typed(String)
    case found([String])
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .typed(let text):
      state.text = text
      state.hits = WordList().words(beginningWith: text)
    case .found(let hits):
      state.hits = hits
      state.isSearching = false
    }
  }
}
