// SPDX-License-Identifier: MIT

// The examples of the lifecycle of an app that need SwiftUI or UIKit.

import Foundation
import Runnel
import RunnelNavigation
import RunnelObservation
import RunnelPersistence
import SwiftUI
import UIKit

#snippet("Use notifications of UIApplication")

enum AppLifecycleExamples {
  struct Notes: Equatable, Codable, Sendable {}
  struct AppState: Equatable, Sendable { var notes = Notes() }
  #snippet("React to the foreground and the background")
  enum NotesAction: Action { case refreshed, failed(String), linkOpened(String) }

  static let links = DeepLinks<NotesAction>(schemes: ["notes"]) {
    DeepLink("/notes/:id") { .linkOpened(try $0.string("id")) }
  }

  static let appReducer = Reducer<AppState> {}

  #snippet("Create the store at launch")

  @MainActor static let app = NotesApp(file: notesFile)

  struct NotesView: View {
    init(_ store: Store<AppState>) {}
    var body: some View { Text("Notes") }
  }

  static let notesFile = {
    #snippet("Use one store in a SwiftUI app")
    return notesFile
  }()

  #snippet("Use one store in a SwiftUI app", 2)

  struct RefreshingMain: App {
    @State private var app = NotesApp(file: notesFile)

    var body: some Scene { #snippet("Refresh in the background") }
  }

  static func observe(_ store: Store<AppState>, _ disposer: Disposer) {
    #snippet("Use notifications of UIApplication", 2)
  }

  #snippet("Open a link at launch", 2)
}

extension AppLifecycleExamples.NotesApp {
  typealias LifecycleAction = AppLifecycleExamples.LifecycleAction
  typealias NotesAction = AppLifecycleExamples.NotesAction

  func open(_ url: String) {
    if let action = try? AppLifecycleExamples.links.value(for: url) { store.dispatch(action) }
  }
}

typealias NotesApp = AppLifecycleExamples.NotesApp

#snippet("Save when the app enters the background")
