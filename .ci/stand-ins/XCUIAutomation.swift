// SPDX-License-Identifier: MIT

// The declarations of Apple's `XCUIAutomation` module that the pages use. On Apple's systems,
// `XCTest` exports it.

import Foundation

@MainActor open class XCUIElement {
  public init() {}
  public var buttons: XCUIElementQuery { XCUIElementQuery() }
  public var staticTexts: XCUIElementQuery { XCUIElementQuery() }
  public func tap() {}
  public func waitForExistence(timeout: TimeInterval) -> Bool { true }
}

@MainActor open class XCUIElementQuery {
  public subscript(key: String) -> XCUIElement { XCUIElement() }
}

@MainActor open class XCUIApplication: XCUIElement {
  public override init() {}
  public var launchArguments: [String] = []
  open func launch() {}
}
