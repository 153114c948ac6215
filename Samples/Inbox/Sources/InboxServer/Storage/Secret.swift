// SPDX-License-Identifier: MIT

import Foundation

/// Hashes of passwords and tokens.
enum Secret {
  /// Hashing a password takes this many rounds.
  ///
  /// It slows an attack on a stolen database only a little: a server on a public network uses a
  /// memory-hard function instead.
  private static let rounds = 100

  /// Returns random bytes.
  static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Returns a new token of 32 random bytes, as 64 hexadecimal digits.
  static func token() -> String {
    random(32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the hash of a token, under which the database stores its session.
  static func hash(token: String) -> Data {
    Data(SHA256.hash(Array(token.utf8)))
  }

  /// Returns the salted hash of a password.
  static func hash(password: String, salt: Data) -> Data {
    var hash = SHA256.hash(Array(salt) + Array(password.utf8))
    for _ in 1..<rounds { hash = SHA256.hash(Array(salt) + hash) }
    return Data(hash)
  }

  /// Returns whether two hashes are equal, in a time that doesn't depend on their bytes.
  static func areEqual(_ first: Data, _ second: Data) -> Bool {
    first.count == second.count && zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
