// SPDX-License-Identifier: MIT

import Foundation
import InboxTesting
import Testing

@testable import InboxApp

/// An app with a folder of its own, which can be ended and started again.
final class AppRun: Sendable {
  let folder: TemporaryFolder
  let app: InboxApp

  init(in folder: TemporaryFolder = TemporaryFolder()) {
    self.folder = folder
    app = InboxApp(AppEnvironment(folder: folder.url))
  }

  var store: Store<AppState> { app.store }
  var state: AppState { store.state }
  var session: Session? { store.state.session }

  /// Waits for the state, and records an issue if the store ends before.
  func wait(
    _ sourceLocation: SourceLocation = #_sourceLocation,
    until condition: @escaping @Sendable (AppState) -> Bool
  ) async {
    let isMet = await store.wait(until: condition)
    #expect(isMet, sourceLocation: sourceLocation)
  }

  /// Logs in, and waits until the user is online.
  func logIn(_ user: String = "ada", to server: RunningServer) async {
    let host = "127.0.0.1:\(server.url.port ?? 0)"
    store.dispatch(AccountsFeature.Action.addTapped)
    store.dispatch(AccountsFeature.Action.serverChanged(host))
    store.dispatch(AccountsFeature.Action.userChanged(user))
    store.dispatch(AccountsFeature.Action.passwordChanged(Secret(user)))
    store.dispatch(AccountsFeature.Action.loginTapped)
    await wait { $0.session?.user == user && $0.session?.sync.connection == .online }
  }

  func write(_ text: String, subject: String) async {
    let drafts = { @Sendable (state: AppState) in state.session?.path.last?.draft }
    store.dispatch(SessionAction.composeTapped(subject: subject))
    await wait { drafts($0) != nil }
    compose(.textChanged(text))
    compose(.sendTapped)
    await wait { drafts($0) == nil }
  }

  /// Dispatches an action to the composer at the top.
  func compose(_ action: ComposerFeature.Action) {
    guard let id = session?.path.topID else {
      Issue.record("no screen")
      return
    }
    store.ifPresent(\.session)?.dispatch(action, to: \.path, id: id)
  }

  /// Ends the app, and starts it again with the same folder.
  func restarted() async -> AppRun {
    await app.close()
    return AppRun(in: folder)
  }
}

/// What an app has open at a moment, without what differs between two accounts.
struct Resources: Equatable {
  let effects: [String]
  let subscriptions: [String]
  let files: Int

  init(of run: AppRun) async throws {
    await run.store.settled()
    effects = run.store.runningEffects.map { "\($0.file):\($0.line)" }.sorted()
    subscriptions = run.store.connections.map { "\($0.kind) \($0.slice)" }.sorted()
    let folder = run.folder.url.lastPathComponent
    files = try Self.openFiles.count { $0.contains(folder) }
  }

  /// The targets of the file descriptors of this process, or nothing where they can't be listed.
  static var openFiles: [String] {
    get throws {
      let folder = "/proc/self/fd"
      guard FileManager.default.fileExists(atPath: folder) else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
      }
    }
  }
}
