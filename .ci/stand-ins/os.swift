// SPDX-License-Identifier: MIT

// As much of Apple's `os` module as the library uses, for a type check on other systems.

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}

public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}
  public func debug(_ message: OSLogMessage) {}
}
