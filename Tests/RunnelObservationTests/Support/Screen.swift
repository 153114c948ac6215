// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport

/// A state with fields of several kinds.
struct Screen: Equatable, Sendable {
  var counter = 0
  var title = "a"
  var cells = [Int](repeating: 0, count: 50)
  var profile = Person()
  var search: Search?
  var rows: [Row] = []

  struct Person: Equatable, Sendable {
    var name = "a"
    var age = 0
  }

  struct Search: Equatable, Sendable {
    var text = ""
  }

  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var isDone = false
    var note = ""
  }
}

/// An action with a change of the state.
struct Change<State>: Action {
  let change: @Sendable (inout State) -> Void

  static func reduce(state: inout State, action: any Action) {
    if let action = action as? Change<State> { action.change(&state) }
  }
}

extension Store {
  /// Changes the state, and waits until the change has been delivered.
  func change(_ change: @escaping @Sendable (inout State) -> Void) async {
    dispatch(Change(change: change))
    await settled()
  }
}

func makeScreen(_ screen: Screen = Screen()) -> Store<Screen> {
  Store(state: screen, reducer: Change<Screen>.reduce)
}

/// A value that counts its comparisons.
struct Compared: Equatable, Sendable {
  var value = 0
  let comparisons: Counter

  static func == (left: Compared, right: Compared) -> Bool {
    left.comparisons.increment()
    return left.value == right.value
  }
}

/// A value without an `==`.
struct Incomparable: Sendable {
  var value = 0
}
