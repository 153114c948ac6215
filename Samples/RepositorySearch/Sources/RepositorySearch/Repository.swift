// SPDX-License-Identifier: MIT

package struct Repository: Codable, Hashable, Sendable, Identifiable {
  package let id: Int
  package let name: String
  package let stars: Int

  private enum CodingKeys: String, CodingKey {
    case id
    case name = "full_name"
    case stars = "stargazers_count"
  }
}
