struct WordService: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description = "A word has only letters."
  }

  let words = ["auk", "newt", "ocelot", "octopus", "otter", "owl", "rabbit", "robin"]

  func words(beginningWith text: String) async throws -> [String] {
    try await Task.sleep(for: .milliseconds(200))
    guard text.allSatisfy(\.isLetter) else { throw Failure() }
    return words.filter { $0.hasPrefix(text.lowercased()) }
  }
}
