// SPDX-License-Identifier: MIT

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// The library that runs a test: the one place that knows of Swift Testing and XCTest.
enum TestLibrary: Sendable {
  case swiftTesting
  case xctest

  /// The one that runs the test that the current task is part of.
  static var current: TestLibrary {
    #if canImport(Testing)
      if Test.current != nil { return .swiftTesting }
    #endif
    return .xctest
  }

  /// Fails the test that runs.
  ///
  /// - Parameter earlier: What ran the test when that could be told, for a call from outside of its task.
  static func fail(_ message: String, at place: TestPlace, earlier: TestLibrary = .xctest) {
    switch (current, earlier) {
    case (.xctest, .xctest): failXCTest(message, at: place)
    default: failSwiftTesting(message, at: place)
    }
  }

  private static func failSwiftTesting(_ message: String, at place: TestPlace) {
    #if canImport(Testing)
      let location = SourceLocation(
        fileID: "\(place.fileID)",
        filePath: "\(place.filePath)",
        line: Int(place.line),
        column: Int(place.column)
      )
      Issue.record(Comment(rawValue: message), sourceLocation: location)
    #endif
  }

  private static func failXCTest(_ message: String, at place: TestPlace) {
    #if canImport(XCTest)
      XCTFail(message, file: place.filePath, line: place.line)
    #endif
  }
}
