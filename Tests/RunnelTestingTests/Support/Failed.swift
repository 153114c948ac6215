// SPDX-License-Identifier: MIT

import Runnel
import Testing

/// A failure that a test reported: its words, and the line that they are about.
struct Failed: Equatable, CustomStringConvertible {
  let line: Int
  let text: String

  init(at line: Int, _ text: String) {
    self.line = line
    self.text = text
  }

  var description: String { "line \(line): \(text)" }
}

/// What `body` reports to Swift Testing, in order. None of it fails the test that calls this.
nonisolated(nonsending)
  func failures(
    file: StaticString = #fileID,
    _ body: nonisolated(nonsending) () async -> Void
  ) async -> [Failed]
{
  let failures = Locked<[Failed]>([])
  await withKnownIssue(isIntermittent: true) {
    await body()
  } matching: { issue in
    let place = issue.sourceLocation
    let isHere = place?.fileID == "\(file)"
    failures.withLock {
      $0.append(
        Failed(
          at: isHere ? place?.line ?? 0 : 0,
          issue.comments.map(\.rawValue).joined(separator: "\n")))
    }
    return true
  }
  return failures.withLock { $0 }
}
