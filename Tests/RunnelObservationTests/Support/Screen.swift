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

extension StoreOf where ActionType == any Action {
  /// Changes the state, and waits until the change has been delivered.
  func change(_ change: @escaping @Sendable (inout State) -> Void) async {
    edit(change)
    await settled()
  }
}

func makeScreen(_ screen: Screen = Screen()) -> Store<Screen> {
  Store(state: screen, reducer: .edits)
}
