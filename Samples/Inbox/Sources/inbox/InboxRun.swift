// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import InboxApp

struct InboxRun: Sendable {
  let app: InboxApp
  let environment: AppEnvironment
  /// Whether this process has the lock of the data folder, and saves.
  let isOwner: Bool

  var store: Store<AppState> { app.store }

  /// The access of a command to the data folder.
  enum Access {
    /// The command changes the accounts, and fails if another process has the lock.
    case change
    /// The command saves what it receives, unless another process has the lock.
    case save
    case read
  }

  /// Runs the app while `body` runs, then saves, and turns errors into the exit status.
  static func with(
    _ options: DataOptions, _ access: Access, _ body: (InboxRun) async throws -> Void
  ) async throws {
    signal(SIGPIPE, SIG_IGN)  // A write without a reader fails with an error instead.
    do {
      let lock = try lock(options.folder, for: access)
      if access == .change, lock == nil {
        throw Failure("another inbox uses \(options.folder.path)")
      }
      var environment = AppEnvironment(folder: options.folder)
      environment.isSaving = lock != nil
      let run = InboxRun(app: InboxApp(environment), environment: environment, isOwner: lock != nil)
      try await run.perform(options, access, body)
      withExtendedLifetime(lock) {}
    } catch let failure as Failure {
      report(failure.reason)
      throw ExitCode(1)
    }
  }

  /// Returns the lock of a folder, or `nil` if the command works without saving.
  private static func lock(_ folder: URL, for access: Access) throws -> FolderLock? {
    do {
      return access == .read ? nil : try FolderLock.take(folder)
    } catch let failure as Failure where access == .save {
      report("Nothing is saved: \(failure.reason)")
      return nil
    }
  }

  private func perform(
    _ options: DataOptions, _ access: Access, _ body: (InboxRun) async throws -> Void
  ) async throws {
    do {
      if let problem = store.state.problem { throw Failure(problem) }
      try await options.recording(store) { try await body(self) }
      if isOwner { try await save(access) }
      await app.close()
    } catch {
      await app.close()
      throw error as? Failure ?? Failure("\(error)")
    }
  }

  /// Saves, and only reports a failure if the command has another purpose.
  private func save(_ access: Access) async throws {
    do { try await app.flush() } catch {
      if access == .change { throw error }
      report("\(error)")
    }
  }

  /// Returns the session of the current account, as soon as its data is loaded.
  @discardableResult
  func session() async throws -> Session {
    guard store.state.accounts.current != nil else {
      throw Failure("there is no account; inbox login adds one")
    }
    await store.wait { $0.session != nil || $0.problem != nil }
    guard let session = store.state.session else {
      throw Failure(store.state.problem ?? "the account can't be opened")
    }
    return session
  }

  /// Returns the actions that are reduced after this call, in order.
  func actions() -> AsyncStream<any Action> {
    let (actions, action) = AsyncStream.makeStream(of: (any Action).self)
    let token = store.onAction { action.yield($0) }
    action.onTermination = { _ in token.dispose() }
    return actions
  }

  /// Loads the first page of the list, and more until there are enough rows.
  func loadThreads(_ count: Int) async {
    await store.dispatchAndWait(ThreadListFeature.Action.reloaded)
    await store.wait { $0.session?.threads.isLoading != true }
    var known = -1
    while let threads = store.state.session?.threads, threads.rows.count < count,
      threads.rows.count > known, threads.nextCursor != nil, threads.error == nil
    {
      known = threads.rows.count
      await store.dispatchAndWait(ThreadListFeature.Action.reachedEnd)
    }
  }
}

/// The reason why a command failed, as one line.
struct Failure: Error, Equatable {
  var reason: String

  init(_ reason: String) {
    self.reason = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

/// A lock of a data folder, which one process has until it ends, in whatever way.
final class FolderLock: Sendable {
  private let file: Int32

  /// Locks a folder, which is created if it doesn't exist.
  ///
  /// - Returns: `nil` if another process has the lock.
  /// - Throws: ``Failure`` if the folder can't be used.
  static func take(_ folder: URL) throws -> FolderLock? {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure("\(folder.path) can't be created")
    }
    let path = folder.appendingPathComponent("lock").path
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw Failure("\(path) can't be opened: \(String(cString: strerror(errno)))")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return nil
    }
    return FolderLock(file)
  }

  private init(_ file: Int32) { self.file = file }

  deinit { close(file) }
}
