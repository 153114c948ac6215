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

enum Secret {
  /// Hashing a password takes this many rounds.
  ///
  /// It slows an attack on a stolen database only a little: a server on a public network uses a
  /// memory-hard function instead.
  private static let rounds = 100

  static func random(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max) }
  }

  /// Returns a new token of 32 random bytes, as 64 hexadecimal digits.
  static func token() -> String { random(32).map { String(format: "%02x", $0) }.joined() }

  /// Returns the hash of a token, under which the database stores its session.
  static func hash(token: String) -> Data { Data(SHA256.hash(Array(token.utf8))) }

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
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state = initial
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
      let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 64 primes, from whose roots the standard takes its constants.
  private static let primes = (2..<312).filter { number in
    (2..<number).allSatisfy { !number.isMultiple(of: $0) }
  }
  private static let constants = primes.map { fraction(of: cbrt(Double($0))) }
  private static let initial = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }

  /// Returns the first 32 bits of the fractional part.
  private static func fraction(of number: Double) -> UInt32 {
    UInt32(number.truncatingRemainder(dividingBy: 1) * 0x1p32)
  }
}
