// SPDX-License-Identifier: MIT

import RunnelUDF

struct AppState: Equatable {
  var counter = 0
  var profile = Profile()
  var draft: String?
}

struct Profile: Equatable {
  var name = "Anna"
  var visits = 0
}

enum CounterAction: Action, Equatable {
  case incremented
  case decremented
  case set(Int)
}

struct Renamed: Action { let name: String }

/// An action that no reducer handles.
struct Noticed: Action {}

func counterReducer(state: inout Int, action: Action) {
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

func profileReducer(state: inout Profile, action: Action) {
  switch action {
  case let action as Renamed:
    state.name = action.name
    state.visits += 1
  default:
    break
  }
}

func appReducer(state: inout AppState, action: Action) {
  counterReducer(state: &state.counter, action: action)
  profileReducer(state: &state.profile, action: action)
}

func makeStore() -> Store<AppState> { Store(state: AppState(), reducer: appReducer) }

func makeCounterStore(_ counter: Int = 0) -> Store<Int> {
  Store<Int>(state: counter, reducer: counterReducer)
}

extension Store {
  /// Dispatches actions and returns after the store has settled.
  func settle(after actions: Action..., includingEffects: Bool = false) async {
    actions.forEach { dispatch($0) }
    await settled(includingEffects: includingEffects)
  }
}
