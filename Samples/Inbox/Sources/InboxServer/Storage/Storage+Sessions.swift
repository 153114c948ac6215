// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import InboxWire

extension Storage {
  /// Adds users, and changes the passwords of those that exist with another one.
  func add(_ users: [ServerUser]) throws {
    try pool.write { db in
      for user in users {
        guard try !isValid(user.password, of: user.name, db) else { continue }
        let salt = Data(Secret.random(16))
        let hash = Secret.hash(password: user.password, salt: salt)
        try db.execute(
          sql: """
            INSERT INTO user (name, salt, hash) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET salt = excluded.salt, hash = excluded.hash
            """,
          arguments: [user.name, salt, hash])
        try db.execute(sql: "DELETE FROM session WHERE user = ?", arguments: [user.name])
      }
    }
  }

  func logIn(_ login: WireLogin) async throws -> WireSession {
    // SQLite ends a text at a NUL, so that another name would be the same one.
    guard ServerUser(name: login.user, password: login.password) != nil else {
      throw WireFailure(code: .unauthorized, reason: "the name or the password isn't valid")
    }
    let token = Secret.token()
    try await pool.write { db in
      guard try isValid(login.password, of: login.user, db) else {
        throw WireFailure(code: .unauthorized, reason: "the name or the password isn't valid")
      }
      try db.execute(
        sql: "INSERT INTO session (hash, user) VALUES (?, ?)",
        arguments: [Secret.hash(token: token), login.user])
    }
    return WireSession(user: login.user, token: token)
  }

  func logOut(_ token: String?) async throws {
    try await pool.write { db in
      _ = try user(token, db)
      try db.execute(
        sql: "DELETE FROM session WHERE hash = ?", arguments: [token.map(Secret.hash(token:))])
    }
  }

  /// Returns the user whose token it is.
  func user(_ token: String?, _ db: Database) throws -> String {
    let hash = token.map(Secret.hash(token:))
    let user = try String.fetchOne(
      db, sql: "SELECT user FROM session WHERE hash = ?", arguments: [hash])
    guard let user else {
      throw WireFailure(code: .unauthorized, reason: "the token isn't valid")
    }
    return user
  }

  private func isValid(_ password: String, of name: String, _ db: Database) throws -> Bool {
    let row = try Row.fetchOne(
      db, sql: "SELECT salt, hash FROM user WHERE name = ?", arguments: [name])
    // An unknown name takes the same time as a wrong password.
    let salt: Data = row?["salt"] ?? Data(count: 16)
    let hash = Secret.hash(password: password, salt: salt)
    return row.map { Secret.areEqual($0["hash"], hash) } ?? false
  }
}

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

/// The hash function SHA-256, as FIPS 180-4 defines it.
enum SHA256 {
  /// Returns the 32 bytes of the hash.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
      0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bits = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for start in stride(from: 0, to: bytes.count, by: 64) {
      compress(bytes[start..<start + 64], into: &state)
    }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words: [UInt32] = []
    words.reserveCapacity(64)
    for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
      words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
      let second = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let first =
        h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ ((e & f) ^ (~e & g))
        &+ constants[index] &+ words[index]
      let second =
        (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
