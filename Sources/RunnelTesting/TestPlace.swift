// SPDX-License-Identifier: MIT

import Runnel

/// A place in a test, for what fails there.
struct TestPlace: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// The place as stores know it.
  var site: CallSite { CallSite(file: fileID, line: line) }
}
