import Runnel

enum Search {
  struct State: Equatable, Sendable {
    var text = ""
    var hits: [String] = []

    var report: String? {
      text.isEmpty ? nil : "\(text): \(hits.joined(separator: ", "))"
    }
  }

  enum Action: Runnel.Action, Equatable {
    case typed(String)
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .typed(let text):
      state.text = text
      state.hits = WordList().words(beginningWith: text)
    }
  }
}
