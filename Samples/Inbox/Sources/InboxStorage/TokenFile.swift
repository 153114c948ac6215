// SPDX-License-Identifier: MIT

package import Foundation
import RunnelPersistence

/// The tokens of the accounts, in a file that only the user can read.
///
/// On Apple's systems, an app uses the keychain instead. No token is in the state of the store.
package struct TokenFile: Sendable {
  private let file: FileStorage

  /// Creates the description of a file, which doesn't need to exist yet.
  package init(_ url: URL) { file = FileStorage(url) }

  package func token(for account: String) throws -> String? { try read()[account] }

  package func setToken(_ token: String?, for account: String) throws {
    var tokens = try read()
    tokens[account] = token
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    do { try file.write(encoder.encode(tokens)) } catch {
      throw DatabaseProblem("\(file) can't be written: \(error)")
    }
  }

  private func read() throws -> [String: String] {
    do {
      guard let data = try file.read() else { return [:] }
      return try JSONDecoder().decode([String: String].self, from: data)
    } catch {
      throw DatabaseProblem("\(file) can't be read: \(error)")
    }
  }
}
