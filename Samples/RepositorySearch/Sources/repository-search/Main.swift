// SPDX-License-Identifier: MIT

import Foundation
import RepositorySearch
import RunnelBoundary

/// A program that searches for each line of its input and prints the results.
///
///     echo swift | repository-search https://api.github.com
@main enum Main {
  static func main() async {
    let server = CommandLine.arguments.dropFirst().first ?? "https://api.github.com"
    guard let url = URL(string: server), url.scheme != nil else {
      FileHandle.standardError.write(Data("usage: repository-search [http://server]\n".utf8))
      exit(2)
    }
    let api = SearchAPI(client: .http(url))
    let screen = SearchScreen(api: api)
    while let line = readLine() {
      screen.input.searchText(line)
      await api.settled(includingEffects: true)
      if let message = screen.output.message.value {
        print(message)
      } else {
        screen.output.rows.value.forEach { print($0) }
        print(screen.output.summary)
      }
    }
  }
}
