// SPDX-License-Identifier: MIT

import Foundation

@Suite struct InstallationTests {
  @Test func `The first program prints 1`() async {
    #snippet("Check that it works")
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
