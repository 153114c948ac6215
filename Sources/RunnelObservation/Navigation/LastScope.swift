// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation

/// The last scope of a value that can disappear, for a view that is being removed.
@MainActor
final class LastScope<State: Sendable, ActionType> {
  private var store: StoreOf<State, ActionType>?

  /// Returns the present scope, or the last one if its value has been removed.
  func store(_ present: StoreOf<State, ActionType>?) -> StoreOf<State, ActionType>? {
    if present != nil || store?.isRemoved == false { store = present }
    return store
  }
}
