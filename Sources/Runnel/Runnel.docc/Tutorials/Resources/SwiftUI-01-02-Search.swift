enum Search {
  struct State: Equatable, Sendable {
    var text = ""
    var hits: [String] = []
  }
}
