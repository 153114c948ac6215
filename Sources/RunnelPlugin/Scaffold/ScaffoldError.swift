// SPDX-License-Identifier: MIT

/// A message for the user: what happened, why, and how to fix it.
struct ScaffoldError: Error, Equatable, CustomStringConvertible {
  let headline: String
  let cause: String
  let fix: String

  init(_ headline: String, why cause: String, fix: String) {
    self.headline = headline
    self.cause = cause
    self.fix = fix
  }

  var description: String { "Runnel: \(headline)\nWhy: \(cause)\nFix: \(fix)" }
}
