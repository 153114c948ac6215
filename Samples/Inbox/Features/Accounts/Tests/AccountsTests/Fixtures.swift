// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

@testable import Accounts

typealias State = AccountsFeature.State
typealias Action = AccountsFeature.Action
typealias Account = AccountsFeature.Account
typealias Command = AccountsFeature.Command

let ada = Account(user: "ada", server: "localhost:80")
let ben = Account(user: "ben", server: "localhost:80")
let cleo = Account(user: "cleo", server: "example.org:443")

struct Unavailable: Error {}

/// Returns a state with a filled form.
func entering(
  _ account: Account, _ password: String = "river", into state: State = State()
) -> State {
  var state = state
  for action: Action in [
    .addTapped, .serverChanged(account.server), .userChanged(account.user),
    .passwordChanged(Secret(password)),
  ] {
    AccountsFeature.reducer.reduce(&state, action)
  }
  return state
}

func makeStore(
  _ state: State, clock: ManualClock = ManualClock()
) -> TestStoreOf<State, Action> {
  TestStore(state: state, reducer: AccountsFeature.reducer, clock: clock)
    .accepting(Action.self)
}
