// SPDX-License-Identifier: MIT

import Runnel

extension AccountsFeature.State {
  mutating func select(_ id: AccountsFeature.Account.ID) {
    if accounts[id: id] != nil { currentID = id }
  }

  mutating func selectNext() {
    guard let id = currentID, let index = accounts.index(id: id) else { return }
    currentID = accounts.ids[(index + 1) % accounts.count]
  }

  /// Logs out of the current account, which stays until its data is removed.
  mutating func logOut() -> AccountsEffect {
    guard let account = current else { return .none }
    problem = nil
    return .concatenate(
      .perform(AccountsFeature.Command.logOut(account)).timeout(after: .seconds(30)),
      .send(.loggedOut(account.id))
    )
    .catch { .logOutFailed(account.id, reason: "\($0)") }
    .cancellable(id: AccountsFeature.ID.logOut(account.id), cancelInFlight: true)
  }

  /// Removes an account, and selects the one after it if it was the current one.
  mutating func remove(_ id: AccountsFeature.Account.ID) {
    guard let index = accounts.index(id: id) else { return }
    accounts.remove(id: id)
    if currentID == id {
      currentID = accounts.isEmpty ? nil : accounts.ids[index % accounts.count]
    }
  }
}
