// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import SwiftUI

  @main
  struct CaseStudiesApp: App {
    #if canImport(AppKit) && !targetEnvironment(macCatalyst)
      @NSApplicationDelegateAdaptor(AppDelegate.self) private var delegate
    #endif
    @State private var app = AppStore()

    var body: some Scene {
      WindowGroup {
        MenuView(app: app.store)
      }
    }
  }
#else
  /// The program on systems without SwiftUI.
  @main
  enum CaseStudiesApp {
    static func main() {
      print("This app needs macOS or iOS. The tests of its features run here, too: swift test")
    }
  }
#endif

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
