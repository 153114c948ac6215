// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

@testable import ThreadList

struct Offline: Error {}

typealias Action = ThreadListFeature.Action
typealias Command = ThreadListFeature.Command
typealias Page = ThreadListFeature.Page
typealias Row = ThreadListFeature.Row
typealias State = ThreadListFeature.State

/// Returns a row whose date is its number, if no other date is given.
func row(
  _ number: Int, date: Int64? = nil, unread: Int = 0, isArchived: Bool = false,
  revision: Int64 = 1
) -> Row {
  Row(
    id: "\(number)", subject: "S\(number)", date: date ?? Int64(number), unread: unread,
    isArchived: isArchived, revision: revision)
}

/// Returns a list with rows, whose dates must be in order.
func list(_ rows: Row...) -> State {
  var state = State(account: "ada", pageSize: 3)
  state.rows = Entities(rows)
  return state
}

func makeStore(_ state: State, _ clock: ManualClock) -> TestStoreOf<State, Action> {
  TestStore(state: state, reducer: ThreadListFeature.reducer, clock: clock)
    .accepting(Action.self)
}
