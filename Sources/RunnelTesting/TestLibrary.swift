// SPDX-License-Identifier: MIT

import Runnel

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

enum TestLibrary: Sendable {
  case swiftTesting
  case xctest

  static var current: TestLibrary {
    #if canImport(Testing)
      if Test.current != nil { return .swiftTesting }
    #endif
    return .xctest
  }

  /// Fails the current test, from outside of its task too: a detached task, or a queue, has no test
  /// that says which library runs it, so both fail.
  func fail(_ message: String, at location: TestLocation) {
    #if canImport(Testing)
      let sourceLocation = SourceLocation(
        fileID: "\(location.fileID)", filePath: "\(location.filePath)",
        line: Int(location.line), column: Int(location.column))
      Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
      if self == .swiftTesting || TestLibrary.current == .swiftTesting { return }
    #endif
    #if canImport(XCTest)
      XCTFail(message, file: location.filePath, line: location.line)
    #endif
  }
}

struct TestLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// The location in the form that stores record.
  var site: CallSite { CallSite(file: fileID, line: line) }
}
