// SPDX-License-Identifier: MIT

import Foundation
import InboxApp
import InboxCore
import Runnel
import SwiftUI

/// The app for macOS and iOS.
@main
struct InboxMain: App {
  @State private var inbox = InboxApp(AppEnvironment(folder: folder))

  var body: some Scene {
    InboxScene(inbox: inbox)
  }

  /// The folder of the app's files.
  private static var folder: URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return folders[0].appendingPathComponent("Inbox")
  }
}

/// The windows of the app.
struct InboxScene: Scene {
  let inbox: InboxApp
  @Environment(\.scenePhase) private var phase

  var body: some Scene {
    WindowGroup {
      RootView(app: inbox.store)
        .onChange(of: phase) { _, phase in
          if phase == .background { save() }
        }
    }
  }

  /// Writes everything to the disk, because the system can end an app in the background.
  private func save() {
    Task { [inbox] in
      do { try await inbox.flush() } catch {
        inbox.store.dispatch(AppAction.problem("\(error)"))
      }
    }
  }
}
