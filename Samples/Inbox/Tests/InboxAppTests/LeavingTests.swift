// SPDX-License-Identifier: MIT

import Accounts
import InboxCore
import Runnel
import Sync
import Testing
import ThreadList

@testable import InboxApp

/// The order of logging out, logging in and switching.
@Suite struct LeavingTests {
  private let ada = AccountsFeature.Account(user: "ada", server: "host")
  private let ben = AccountsFeature.Account(user: "ben", server: "host")
  private var state = AppState()

  init() {
    state.accounts = AccountsFeature.State(accounts: [ada, ben])
  }

  @Test mutating func `A login during the removal of the same account opens its session again`() {
    reduce(.logOutTapped)
    #expect(state.openAccountID == nil)
    reduce(.loggedIn(ada))
    #expect(state.openAccountID == nil)
    reduce(.addTapped)
    reduce(.serverChanged("host"))
    reduce(.userChanged("ada"))
    reduce(.loginTapped)
    reduce(.loggedIn(ada))
    #expect(state.openAccountID == ada.id)
  }

  @Test mutating func `The end of one removal doesn't open the session of another one`() {
    reduce(.logOutTapped)
    reduce(.switched(to: ben.id))
    #expect(state.openAccountID == ben.id)
    reduce(.logOutTapped)
    reduce(.loggedOut(ada.id))
    #expect(state.openAccountID == nil)
    reduce(.logOutFailed(ben.id, reason: "the disk is full"))
    #expect(state.openAccountID == ben.id)
  }

  private mutating func reduce(_ action: AccountsFeature.Action) {
    appReducer.reduce(&state, action)
  }
}
