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
  var updates = 0
  var props = 0 { didSet { updates += 1 } }
}

// MARK: A hundred features

protocol Digit: SendableMetatype {}
enum Digit0: Digit {}
enum Digit1: Digit {}
enum Digit2: Digit {}
enum Digit3: Digit {}
enum Digit4: Digit {}
enum Digit5: Digit {}
enum Digit6: Digit {}
enum Digit7: Digit {}
enum Digit8: Digit {}
enum Digit9: Digit {}

struct FeatureAction<Tens: Digit, Ones: Digit>: Action {
  let amount: Int
}

/// Returns reducers for a hundred types of actions.
func hundredFeatures() -> Reducer<CountState> {
  let digits: [any Digit.Type] = [
    Digit0.self, Digit1.self, Digit2.self, Digit3.self, Digit4.self,
    Digit5.self, Digit6.self, Digit7.self, Digit8.self, Digit9.self,
  ]
  func feature<Tens: Digit, Ones: Digit>(_: Tens.Type, _: Ones.Type) -> Reducer<CountState> {
    .updating(FeatureAction<Tens, Ones>.self) { state, action in state.features += action.amount }
  }
  return Reducer {
    for tens in digits {
      for ones in digits { feature(tens, ones) }
    }
  }
}
