// SPDX-License-Identifier: MIT

// The declarations of Apple's `AppKit` module that the examples and samples use, for type checks
// elsewhere. They have no behavior.

@_exported import Foundation

@MainActor @preconcurrency open class NSResponder: NSObject {
  public nonisolated override init() { super.init() }
}

@MainActor @preconcurrency open class NSView: NSResponder {}

@MainActor @preconcurrency open class NSTextField: NSView {
  public convenience init(labelWithString stringValue: String) { self.init() }
  open var stringValue: String = ""
}

@MainActor @preconcurrency open class NSViewController: NSResponder {
  open var view: NSView = NSView()
  open func loadView() {}
}

@MainActor open class NSApplication: NSObject {
  public enum ActivationPolicy: Int, Sendable { case regular }

  public class var shared: NSApplication { fatalError("A stand-in has no value.") }
  @discardableResult
  open func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool { true }
  open func activate(ignoringOtherApps flag: Bool) {}
}

// The methods are optional in Objective-C.
@MainActor public protocol NSApplicationDelegate: NSObjectProtocol {
  func applicationDidFinishLaunching(_ notification: Notification)
  func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool
}
