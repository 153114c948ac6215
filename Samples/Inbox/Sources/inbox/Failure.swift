// SPDX-License-Identifier: MIT

/// The reason why a command failed, as one line.
struct Failure: Error, Equatable {
  var reason: String

  init(_ reason: String) {
    self.reason = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
