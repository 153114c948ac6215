struct WordList: Sendable {
  let words = ["auk", "newt", "ocelot", "octopus", "otter", "owl", "rabbit", "robin"]

  struct Failure: Error, CustomStringConvertible {
    let description = "a word has only letters"
  }

  func words(beginningWith text: String) throws -> [String] {
    guard text.allSatisfy(\.isLetter) else { throw Failure() }
    return words.filter { $0.hasPrefix(text.lowercased()) }
  }
}
