// SPDX-License-Identifier: MIT

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  /// Gives the app a menu bar, and its window the keyboard.
  ///
  /// A program that `swift run` starts has no bundle, so macOS treats it as a background program.
  final class AppDelegate: NSObject, NSApplicationDelegate {
    func applicationDidFinishLaunching(_ notification: Notification) {
      NSApplication.shared.setActivationPolicy(.regular)
      NSApplication.shared.activate(ignoringOtherApps: true)
    }

    func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool { true }
  }
#endif
