// SPDX-License-Identifier: MIT

// The examples of the lifecycle of an app that need SwiftUI or UIKit.

import Foundation
import Runnel
import RunnelNavigation
import RunnelObservation
import RunnelPersistence
import SwiftUI
import UIKit

extension StoreOf where ActionType == any Action {
  /// Dispatches an action for each notification with a name.
  func dispatch(_ action: any Action, on name: Notification.Name) -> Disposable {
    let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
      [weak self] _ in self?.dispatch(action)
    }
    return Disposable { NotificationCenter.default.removeObserver(token) }
  }
}

enum AppLifecycleExamples {
  struct Notes: Equatable, Codable, Sendable {}
  struct AppState: Equatable, Sendable { var notes = Notes() }
  enum LifecycleAction: Action { case becameActive, enteredBackground, memoryWarning }
  enum NotesAction: Action { case refreshed, failed(String), linkOpened(String) }

  static let links = DeepLinks<NotesAction>(schemes: ["notes"]) {
    DeepLink("/notes/:id") { .linkOpened(try $0.string("id")) }
  }

  final class NotesApp: Sendable {
    let store: Store<AppState>
    private let saving: Saving

    init(file: URL) {
      let stored = StoredValue(in: .file(file), initial: Notes())
      store = Store(state: AppState(notes: stored.load().value))
      saving = store.persist(\.notes, to: stored)
    }

    func flush() async throws { try await saving.flush() }

    func open(_ url: String) {
      if let action = try? links.value(for: url) { store.dispatch(action) }
    }
  }

  @MainActor static let app = NotesApp(file: notesFile)

  struct NotesView: View {
    @State private var model: ViewStore<AppState>

    init(_ store: Store<AppState>) {
      _model = State(initialValue: ViewStore(store))
    }

    var body: some View { Text("\(model[\.notes])" as String) }
  }

  static let notesFile = {
    #snippet("Use one store in a SwiftUI app")
    return notesFile
  }()

  #snippet("Use one store in a SwiftUI app", 2)

  struct RefreshingMain: App {
    @State private var app = NotesApp(file: notesFile)

    var body: some Scene {
      #snippet("Refresh in the background")
    }
  }

  static func observe(_ store: Store<AppState>, _ disposer: Disposer) {
    #snippet("Use notifications of UIApplication", 2)
  }

  #snippet("Open a link at launch", 2)
}

extension AppLifecycleExamples.NotesApp {
  typealias LifecycleAction = AppLifecycleExamples.LifecycleAction
  typealias NotesAction = AppLifecycleExamples.NotesAction
}

typealias NotesApp = AppLifecycleExamples.NotesApp

#snippet("Save when the app enters the background")
