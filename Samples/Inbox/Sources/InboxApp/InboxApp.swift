// SPDX-License-Identifier: MIT

public import InboxCore
// A program that imports InboxApp sees the state and the actions of the app too.
@_exported public import InboxCore
public import Runnel
import RunnelPersistence

/// The inbox without a user interface: the store, its files and its connections.
public final class InboxApp: Sendable {
  /// The store of the app.
  public let store: Store<AppState>
  private let keeper: SessionKeeper
  private let savings: [Saving]
  private let disposer = Disposer()
  /// Ends after the last write, whose errors it receives.
  private let errors = Disposer()

  /// Loads the accounts and the settings, and opens the session of the current account.
  public init(_ environment: AppEnvironment) {
    let files = AppFiles(in: environment.folder)
    let keeper = SessionKeeper(files, isSaving: environment.isSaving)
    var state = AppState()
    let accounts = files.accounts.load()
    state.accounts = accounts.value
    let settings = files.settings.load()
    state.settings = settings.value
    state.problem = accounts.outcome.problem ?? settings.outcome.problem

    let store = Store(state: state, reducer: appReducer, clock: environment.clock)
    self.store = store
    self.keeper = keeper
    savings =
      environment.isSaving
      ? [
        store.scope(\.accounts.stored).persist(to: files.accounts, delay: .zero),
        store.persist(\.settings, to: files.settings),
      ] : []
    store.onError { [weak store] failure in
      store?.dispatch(AppAction.problem("\(failure.error)"))
    }.dispose(on: errors)
    store.handle(with: AppHandlers(environment: environment)).dispose(on: disposer)
    store.handle(with: AccountHandlers(files: files, keeper: keeper)).dispose(on: disposer)
    SyncFeature.start(on: store.accepting(SyncFeature.Action.self)) { $0.session?.sync }
      .forEach { $0.dispose(on: disposer) }
    openSessions()
  }

  /// Opens the session of the current account, and the next one when the account changes.
  private func openSessions() {
    let keeper = keeper
    store.run(for: { $0.openAccountID }) { [weak store] id in
      .run { [weak store] send in
        guard let store, let id, let account = store.state.accounts.accounts[id: id] else {
          return await keeper.close()
        }
        do {
          let (session, problem) = try await keeper.open(account, on: store)
          send(AppAction.sessionOpened(session))
          if let problem { send(AppAction.problem(problem)) }
        } catch {
          send(AppAction.sessionFailed(account: id, reason: "\(error)"))
        }
      }
    }.dispose(on: disposer)
    store.run(for: { $0.session?.id }) { [weak store] id in
      .run { [weak store] _ in if let store, let id { await keeper.save(id, of: store) } }
    }.dispose(on: disposer)
  }

  /// Writes everything to the disk, or throws the error that prevented it.
  public func flush() async throws {
    for saving in savings { try await saving.flush() }
    try await keeper.flush()
  }

  /// Writes everything to the disk, and ends all connections.
  public func close() async {
    disposer.dispose()
    // Actions that are pending can have commands, whose handlers the keeper disposes.
    await store.settled()
    await keeper.close()
    for saving in savings {
      saving.dispose()
      try? await saving.flush()
    }
    errors.dispose()
  }
}
