// SPDX-License-Identifier: MIT

public import Runnel

extension SyncFeature {
  /// Connects the session that an app has, until the returned token is disposed or released.
  ///
  /// ```swift
  /// SyncFeature.start(on: store.accepting(SyncFeature.Action.self)) { $0.session?.sync }
  ///   .forEach { $0.dispose(on: disposer) }
  /// ```
  ///
  /// The connection follows the state: it ends with its session, and a session of another account
  /// opens its own connection.
  ///
  /// - Parameters:
  ///   - store: A store of the app's state.
  ///   - sync: Returns the state of the current session, if there is one.
  /// - Returns: The tokens of the effects.
  public static func start<App>(
    on store: StoreOf<App, Action>, at sync: @escaping @Sendable (App) -> State?
  ) -> [Disposable] {
    [
      store.run(for: { sync($0)?.id }) { id in id == nil ? .none : .send(.started) },
      store.run(for: { sync($0).flatMap(Link.init) }) { link in
        switch link {
        case nil: .none
        case .pause(_, let failures): .send(.waited).delay(for: pause(after: failures))
        case .connection(let account):
          listen(account, since: sync(store.state)?.revision ?? 0)
        }
      },
    ]
  }

  /// Connects a session, until the returned tokens are disposed or released.
  public static func start(on store: StoreOf<State, Action>) -> [Disposable] {
    start(on: store) { $0 }
  }

  private static func listen(_ account: String, since revision: Int64) -> EffectOf<Action> {
    .concatenate(
      .perform(Command.listen(account: account, since: revision)),
      .send(.disconnected(reason: "The server closed the connection."))
    )
    .catch { .disconnected(reason: "\($0)") }
  }

  /// The part of the state that the effect of the connection depends on.
  private enum Link: Hashable {
    case pause(String, failures: Int)
    /// The connection, which stays the same when it has succeeded.
    case connection(String)

    init?(_ state: State) {
      switch state.connection {
      case .off: return nil
      case .waiting(let attempt): self = .pause(state.id, failures: attempt)
      case .connecting, .online: self = .connection(state.id)
      }
    }
  }
}
