// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import Testing

@Suite struct InstallationTests {
  @Test func `The first program prints 1`() async {
    let print = Printer()

    enum CounterAction: Action { case incremented }

    let store = Store(state: 0) { state, action in
      if action is CounterAction { state += 1 }
    }
    store.dispatch(CounterAction.incremented)
    await store.settled()
    print(store.state)  // 1

    #expect(print.lines == ["1"])
  }

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
