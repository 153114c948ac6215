// SPDX-License-Identifier: MIT

@Suite struct GettingStartedTests {
  #snippet("Define a feature")

  @Test func `A store reduces actions, and its state can be read`() { #snippet("Create a store") }

  @Test
  func `Contract 11: an observer receives the current value and then each later value`() async {
    let print = Printer()
    let store = Store(state: Counter.State(count: 1), reducer: Counter.reducer)
      .accepting(Counter.Action.self)
    #snippet("Observe the state")
    #expect(print.lines == ["The count is 1.", "The count is 2."])
    disposer.dispose()
  }

  #snippet("Test the feature")
  #snippet("Request data with an effect", 1...2)
  #snippet("Compose two features")
  #snippet("MigratingFromReSwift.md", "Equivalents", 4)
  #snippet("Connect a service")
}

@Suite struct InstallationTests {
  @Test func `The program prints 1`() async { #snippet("Installation.md", "Check that it works") }

  @Test func `The page lists the tools, the platforms and the products of the package`() throws {
    let page = try Repository.text(of: Repository.page("Installation"))
    let package = try Repository.text(of: "Package.swift")
    let tools = try #require(package.firstMatch(of: /swift-tools-version: ([\d.]+)/)).1
    #expect(page.contains("Swift \(tools) or newer"))
    for match in package.matches(of: /\.(\w+OS)\(\.v(\d+)\)/) {
      #expect(page.contains("\(match.1) \(match.2)"), "\(match.0)")
    }
    for match in package.matches(of: /\.library\(name: "(\w+)"/) {
      #expect(page.contains("`\(match.1)`"), "\(match.0)")
    }
  }
}
