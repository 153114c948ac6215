// SPDX-License-Identifier: MIT

import Runnel

/// A location in a test's source, for failures reported there.
struct TestLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// The location in the form that stores record.
  var site: CallSite { CallSite(file: fileID, line: line) }
}
