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
