// SPDX-License-Identifier: MIT

package import Foundation

/// The tokens of the accounts, in a file that only the user can read.
///
/// On Apple's systems, an app uses the keychain instead. No token is in the state of the store.
package struct TokenFile: Sendable {
  private let url: URL

  /// Creates the description of a file, which doesn't need to exist yet.
  package init(_ url: URL) {
    self.url = url
  }

  package func token(for account: String) throws -> String? {
    try read()[account]
  }

  package func setToken(_ token: String?, for account: String) throws {
    var tokens = try read()
    tokens[account] = token
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let temporary = url.appendingPathExtension("new")
    try? FileManager.default.removeItem(at: temporary)
    let isCreated = FileManager.default.createFile(
      atPath: temporary.path, contents: try encoder.encode(tokens),
      attributes: [.posixPermissions: 0o600])
    guard isCreated, rename(temporary.path, url.path) == 0 else {
      throw DatabaseProblem("\(url.path) can't be written: \(String(cString: strerror(errno)))")
    }
  }

  private func read() throws -> [String: String] {
    guard FileManager.default.fileExists(atPath: url.path) else { return [:] }
    do {
      return try JSONDecoder().decode([String: String].self, from: Data(contentsOf: url))
    } catch {
      throw DatabaseProblem("\(url.path) can't be read: \(error)")
    }
  }
}
