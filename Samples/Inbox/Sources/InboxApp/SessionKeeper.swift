// SPDX-License-Identifier: MIT

import Foundation
import InboxClient
import InboxCore
import InboxStorage
import InboxWire
import RunnelPersistence

/// Opens, saves and closes the session of the current account.
///
/// At most one session is open: the next one waits until the previous one is stored and its file is
/// closed.
actor SessionKeeper {
  private struct Connections {
    let account: AccountsFeature.Account.ID
    let api: InboxAPI
    let database: AccountDatabase?
    /// The reason why nothing is saved.
    var problem: String?
    var savings: [Saving] = []
    let handlers = Disposer()
    var rows: StoredEntities<ThreadListFeature.Row>?
    var desk: StoredValue<Desk>?
  }

  private let files: AppFiles
  private let isSaving: Bool
  private var connections: Connections?
  /// The last operation, which the next one waits for.
  private var last: Task<Void, Never>?

  init(_ files: AppFiles, isSaving: Bool) {
    self.files = files
    self.isSaving = isSaving
  }

  /// Runs an operation after all earlier ones, although each can suspend.
  private func inOrder<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { [last] in
      await last?.value
      return try await operation()
    }
    last = Task { _ = await task.result }
    return try await task.value
  }

  /// Loads the session of an account, and performs its commands from then on.
  ///
  /// A database that can't be used is left as it is: the session works without it.
  func open(
    _ account: AccountsFeature.Account, on store: Store<AppState>
  ) async throws -> (session: Session, problem: String?) {
    try await inOrder { try await self.connect(account, on: store) }
  }

  private func connect(
    _ account: AccountsFeature.Account, on store: Store<AppState>
  ) async throws -> (session: Session, problem: String?) {
    await disconnect()
    guard let url = URL(string: "http://\(account.server)") else {
      throw InboxError.invalid("\(account.server) isn't the address of a server")
    }
    let api = InboxAPI(server: url, token: try files.tokens.token(for: account.id))
    var problems: [String] = []
    var database: AccountDatabase?
    if isSaving {
      do { database = try AccountDatabase(path: files.database(of: account.id)) } catch {
        problems.append("Nothing is saved: \(error)")
      }
    }
    var connections = Connections(
      account: account.id, api: api, database: database, problem: problems.first)
    var session = load(account, &connections, &problems)
    if session.sync.revision == 0 {
      // A new list comes from pages, and needs no earlier changes.
      let revision = (try? await api.threads(limit: 1).revision) ?? 0
      session.sync = SyncFeature.State(
        id: account.id, revision: revision, queue: session.sync.queue)
    }
    store.handle(with: SessionHandlers(api: api, database: database))
      .dispose(on: connections.handlers)
    self.connections = connections
    return (session, problems.first)
  }

  private func load(
    _ account: AccountsFeature.Account, _ connections: inout Connections,
    _ problems: inout [String]
  ) -> Session {
    var rows = Entities<ThreadListFeature.Row>()
    var revision: Int64 = 0
    var desk = Desk()
    if let database = connections.database {
      let storedRows = StoredEntities<ThreadListFeature.Row>(in: database.entities("threads"))
      let loaded = storedRows.load()
      rows = loaded.value
      // Without their rows, the revision would hide changes of these rows.
      let storedRevision = StoredValue<Int64>(in: database.value("revision"), initial: 0)
      let loadedRevision = storedRevision.load()
      if loaded.damagedRows.isEmpty, loaded.outcome.isComplete { revision = loadedRevision.value }
      let storedDesk = StoredValue(in: database.value("desk"), initial: Desk())
      let loadedDesk = storedDesk.load()
      desk = loadedDesk.value
      connections.rows = storedRows
      connections.desk = storedDesk
      problems += loaded.damagedRows.map(\.description)
      problems += [loaded.outcome.problem, loadedRevision.outcome.problem].compactMap(\.self)
      problems += [loadedDesk.outcome.problem].compactMap(\.self)
    }
    var session = Session(
      id: account.id, user: account.user,
      threads: ThreadListFeature.State(account: account.id, rows: rows),
      sync: SyncFeature.State(id: account.id, revision: revision, queue: desk.queue))
    session.restore(desk)
    return session
  }

  /// Saves the session of an account from now on.
  func save(_ account: AccountsFeature.Account.ID, of store: Store<AppState>) {
    guard let database = connections?.database, connections?.account == account,
      connections?.savings.isEmpty == true, let rows = connections?.rows,
      let desk = connections?.desk, let session = store.ifPresent(\.session),
      session.state.id == account
    else { return }
    let savedRows = session.persist(\.threads.rows, to: rows, delay: .milliseconds(200))
    let revision = StoredValue<Int64>(
      in: RevisionStorage(storage: database.value("revision"), rows: savedRows), initial: 0)
    connections?.savings = [
      savedRows,
      // It was loaded with a description that doesn't wait for the rows.
      session.persist(\.sync.revision, to: revision, replacingContents: true),
      // A message to send is stored at once.
      session.persist(\.desk, to: desk, delay: .zero),
    ]
  }

  /// Writes everything to the disk, or throws the error that prevented it.
  func flush() async throws {
    if isSaving, let problem = connections?.problem { throw DatabaseProblem(problem) }
    for saving in connections?.savings ?? [] { try await saving.flush() }
  }

  /// Saves the rest, and closes the database.
  func close() async { _ = try? await inOrder { await self.disconnect() } }

  private func disconnect() async {
    guard let connections else { return }
    self.connections = nil
    connections.handlers.dispose()
    for saving in connections.savings {
      saving.dispose()
      // An error was reported when it occurred.
      try? await saving.flush()
    }
    try? connections.database?.close()
  }

  /// Closes the session without saving, and deletes its data.
  func discard(_ account: AccountsFeature.Account) async throws {
    try await inOrder { try await self.remove(account) }
  }

  private func remove(_ account: AccountsFeature.Account) async throws {
    if let connections, connections.account == account.id {
      self.connections = nil
      connections.handlers.dispose()
      for saving in connections.savings { await saving.discard() }
      try connections.database?.close()
    }
    if isSaving { AccountDatabase.delete(path: files.database(of: account.id)) }
  }
}

extension LoadedValue.Outcome {
  /// Whether the value contains everything that was saved.
  var isComplete: Bool { if case .failed = self { false } else { true } }

  var problem: String? { if case .failed(let error) = self { "\(error)" } else { nil } }
}
