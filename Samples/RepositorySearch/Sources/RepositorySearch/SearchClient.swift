// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

package struct SearchClient: Sendable {
  package let search: @Sendable (_ text: String) async throws -> [Repository]

  /// Returns a client of a server with the interface of `api.github.com`.
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

  private struct Answer: Decodable { let items: [Repository] }
}

package enum SearchFailure: Error, Hashable, Sendable {
  case status(Int)
  case unreachable(String)

  init(_ error: any Error) { self = error as? SearchFailure ?? .unreachable("\(error)") }
}
