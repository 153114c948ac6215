// SPDX-License-Identifier: MIT

import Runnel

struct AppState: Equatable, Sendable {
  var counter = 0
  var profile = Profile()
  var draft: String?
}

struct Profile: Equatable, Sendable {
  var name = "nobody"
  var visits = 0
}

enum CounterAction: Action, Equatable {
  case incremented
  case decremented
  case set(Int)
}

struct Renamed: Action {
  let name: String
}

/// Something that no reducer knows.
struct Noticed: Action {}

func counterReducer(state: inout Int, action: any Action) {
  guard let action = action as? CounterAction else { return }

  switch action {
  case .incremented:
    state += 1
  case .decremented:
    state -= 1
  case .set(let value):
    state = value
  }
}

func profileReducer(state: inout Profile, action: any Action) {
  switch action {
  case let action as Renamed:
    state.name = action.name
    state.visits += 1
  default:
    break
  }
}

func appReducer(state: inout AppState, action: any Action) {
  counterReducer(state: &state.counter, action: action)
  profileReducer(state: &state.profile, action: action)
}

func makeStore() -> Store<AppState> {
  Store(state: AppState(), reducer: appReducer)
}

func makeCounterStore(_ counter: Int = 0) -> Store<Int> {
  Store<Int>(state: counter, reducer: counterReducer)
}
