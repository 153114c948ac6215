// SPDX-License-Identifier: MIT

import Runnel

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// The testing library that runs a test: Swift Testing or XCTest.
enum TestLibrary: Sendable {
  case swiftTesting
  case xctest

  /// The library that runs the test of the current task.
  static var current: TestLibrary {
    #if canImport(Testing)
      if Test.current != nil { return .swiftTesting }
    #endif
    return .xctest
  }

  /// Fails the current test.
  ///
  /// - Parameters:
  ///   - message: The failure message.
  ///   - location: The location of the failure.
  ///   - earlier: The library found earlier, for a call from outside the test's task.
  static func fail(_ message: String, at location: TestLocation, earlier: TestLibrary = .xctest) {
    #if canImport(Testing)
      if current == .swiftTesting || earlier == .swiftTesting {
        let sourceLocation = SourceLocation(
          fileID: "\(location.fileID)",
          filePath: "\(location.filePath)",
          line: Int(location.line),
          column: Int(location.column)
        )
        Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
        return
      }
    #endif
    #if canImport(XCTest)
      XCTFail(message, file: location.filePath, line: location.line)
    #endif
  }
}

/// A location in a test's source, for failures reported there.
struct TestLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// The location in the form that stores record.
  var site: CallSite { CallSite(file: fileID, line: line) }
}
