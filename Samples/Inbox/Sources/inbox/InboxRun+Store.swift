// SPDX-License-Identifier: MIT

import Accounts
import InboxApp
import Runnel
import ThreadList

extension InboxRun {
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
