struct WordList: Sendable {
  let words = ["auk", "newt", "ocelot", "octopus", "otter", "owl", "rabbit", "robin"]

  func words(beginningWith text: String) -> [String] {
    words.filter { $0.hasPrefix(text.lowercased()) }
  }
}
