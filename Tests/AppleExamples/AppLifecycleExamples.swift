// SPDX-License-Identifier: MIT

// The examples of the lifecycle of an app that need SwiftUI or UIKit.

import Foundation
import Runnel
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
    let notesFile = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appendingPathComponent("notes.json")
    return notesFile
  }()

  struct NotesMain: App {
    @State private var app = NotesApp(file: notesFile)
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
      WindowGroup {
        NotesView(app.store)
          .onOpenURL { url in app.open(url.absoluteString) }
      }
      .onChange(of: phase) { _, phase in
        switch phase {
        case .active: app.store.dispatch(LifecycleAction.becameActive)
        case .background: app.enterBackground()
        default: break
        }
      }
    }
  }

  struct RefreshingMain: App {
    @State private var app = NotesApp(file: notesFile)

    var body: some Scene {
      WindowGroup { NotesView(app.store) }
        .backgroundTask(.appRefresh("refresh")) {
          await app.store.dispatchAndWait(NotesAction.refreshed)
          try? await app.flush()
        }
    }
  }

  static func observe(_ store: Store<AppState>, _ disposer: Disposer) {
    store.dispatch(LifecycleAction.becameActive, on: UIApplication.didBecomeActiveNotification)
      .dispose(on: disposer)
    store.dispatch(
      LifecycleAction.memoryWarning, on: UIApplication.didReceiveMemoryWarningNotification
    )
    .dispose(on: disposer)
  }

  final class SceneDelegate: NSObject, UIWindowSceneDelegate {
    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      open(connectionOptions.urlContexts)
    }

    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
      open(contexts)
    }

    private func open(_ contexts: Set<UIOpenURLContext>) {
      for context in contexts { app.open(context.url.absoluteString) }
    }
  }
}

extension AppLifecycleExamples.NotesApp {
  typealias LifecycleAction = AppLifecycleExamples.LifecycleAction
  typealias NotesAction = AppLifecycleExamples.NotesAction
}

typealias NotesApp = AppLifecycleExamples.NotesApp

extension NotesApp {
  @MainActor func enterBackground() {
    store.dispatch(LifecycleAction.enteredBackground)
    let task = UIApplication.shared.beginBackgroundTask(withName: "save")
    Task {
      do { try await flush() } catch { store.dispatch(NotesAction.failed("\(error)")) }
      UIApplication.shared.endBackgroundTask(task)
    }
  }
}
