// SPDX-License-Identifier: MIT

// The declarations of Apple's `os` module that the library uses, for type checks elsewhere.

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}

public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}
  public func debug(_ message: OSLogMessage) {}
}
