// SPDX-License-Identifier: MIT

/// A user of a server, with a password.
public struct ServerUser: Sendable, Equatable {
  /// The largest number of characters of a name.
  public static let nameLimit = 40

  /// The users of a demonstration.
  public static let demo = ["ada", "ben", "cleo"].compactMap { Self(name: $0, password: $0) }

  /// The name, without control characters and white space.
  public let name: String
  /// The password.
  public let password: String

  /// Creates a user, or returns `nil` if the name or the password can't be one.
  public init?(name: String, password: String) {
    guard (1...Self.nameLimit).contains(name.count), name.isPlain, password.isPlain,
      !name.contains(where: { $0.isWhitespace || $0 == ":" || $0 == "," }),
      (1...1_024).contains(password.utf8.count)
    else { return nil }
    self.name = name
    self.password = password
  }
}
