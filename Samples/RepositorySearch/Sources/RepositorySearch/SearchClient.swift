// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks a server for repositories.
package struct SearchClient: Sendable {
  package let search: @Sendable (_ text: String) async throws -> [Repository]

  package init(search: @escaping @Sendable (_ text: String) async throws -> [Repository]) {
    self.search = search
  }

  /// A client of a server that speaks as `api.github.com` does.
  package static func http(_ server: URL) -> SearchClient {
    SearchClient { text in
      let url = server.appending(path: "search/repositories")
        .appending(queryItems: [URLQueryItem(name: "q", value: text)])
      let (data, response) = try await URLSession.shared.data(from: url)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      guard status == 200 else { throw SearchFailure.status(status) }
      return try JSONDecoder().decode(Answer.self, from: data).items
    }
  }

  private struct Answer: Decodable {
    let items: [Repository]
  }
}

/// Why there is nothing to show.
package enum SearchFailure: Error, Hashable, Sendable {
  case status(Int)
  case unreachable(String)

  init(_ error: any Error) {
    self = error as? SearchFailure ?? .unreachable("\(error)")
  }
}
