// SPDX-License-Identifier: MIT

import Runnel
import Testing

/// A failure that a test reported: its message and its line.
struct TestFailure: Equatable, CustomStringConvertible {
  let line: Int
  let text: String

  init(at line: Int, _ text: String) {
    self.line = line
    self.text = text
  }

  var description: String { "line \(line): \(text)" }

  /// The message without its headline.
  var details: String { text.split(separator: "\n").dropFirst().joined(separator: "\n") }
}

/// Returns the failures that `body` reports, in order; they don't fail the calling test.
nonisolated(nonsending)
  func failures(
    file: StaticString = #fileID,
    _ body: nonisolated(nonsending) () async -> Void
  ) async -> [TestFailure]
{
  let failures = Locked<[TestFailure]>([])
  await withKnownIssue(isIntermittent: true) {
    await body()
  } matching: { issue in
    let location = issue.sourceLocation
    let line = location?.fileID == "\(file)" ? location?.line ?? 0 : 0
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    failures.withLock { $0.append(TestFailure(at: line, text)) }
    return true
  }
  return failures.withLock { $0 }
}
