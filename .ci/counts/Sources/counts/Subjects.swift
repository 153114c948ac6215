// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

struct CountState: Equatable, Sendable {
  var counter = 0
  var other = 0
  /// The state of the hundred features.
  var features = 0
  /// The number of chains of actions that have ended.
  var chains = 0
}

enum CountAction: Action {
  case incremented
  /// Sends itself again with an effect, until none is left: without a task, or with one.
  case chained(left: Int)
  case ran(left: Int)
}

/// An action that is too large for the three inline words of an existential.
struct LargeAction: Action {
  var words = (1, 2, 3, 4, 5, 6)
}

let countReducer = Reducer<CountState> {
  Reducer<CountState>.on(CountAction.self) { state, action in
    switch action {
    case .incremented:
      state.counter += 1
      return .none
    case .chained(left: 0), .ran(left: 0):
      state.chains += 1
      return .none
    case .chained(let left):
      return .send(.chained(left: left - 1))
    case .ran(let left):
      return .run { send in send(.ran(left: left - 1)) }
    }
  }
  Reducer<CountState>.updating(LargeAction.self) { state, action in
    state.counter += action.words.0
  }
}

final class CountView: ViewComponent {
  let disposer = Disposer()
  var onUpdate: () -> Void = {}
  var updates = 0
  var props = 0 {
    didSet {
      updates += 1
      onUpdate()
    }
  }
}

// MARK: A hundred features

protocol Number: SendableMetatype {}
enum First: Number {}
enum Next<Previous: Number>: Number {}

struct FeatureAction<Feature: Number>: Action {
  let amount: Int
}

/// Returns reducers for types of actions, with the numbers from one on.
func features<Feature: Number>(_: Feature.Type, count: Int) -> [Reducer<CountState>] {
  let feature = Reducer.updating(FeatureAction<Feature>.self) { (state: inout CountState, action) in
    state.features += action.amount
  }
  return count == 0 ? [] : [feature] + features(Next<Feature>.self, count: count - 1)
}
