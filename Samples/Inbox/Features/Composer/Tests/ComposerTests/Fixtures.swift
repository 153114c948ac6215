// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTesting

@testable import Composer

typealias State = ComposerFeature.State
typealias Action = ComposerFeature.Action
typealias Layout = ComposerFeature.Layout

/// Returns a reply with a text, whose cursor is at the end.
func reply(_ text: String = "") -> State {
  State(id: "draft", threadID: "thread", text: text)
}

func makeStore(_ state: State) -> TestStoreOf<State, Action> {
  TestStore(state: state, reducer: ComposerFeature.reducer).accepting(Action.self)
}

extension State {
  /// Returns the draft after some actions.
  func after(_ actions: Action...) -> State {
    after(actions)
  }

  func after(_ actions: [Action]) -> State {
    var state = self
    for action in actions { ComposerFeature.reducer.reduce(&state, action) }
    return state
  }

  /// Returns the draft after a user has typed a text, one key at a time.
  func typing(_ text: String) -> State {
    after(text.map { .typed(String($0)) })
  }

  /// The focused field with a bar in place of the cursor.
  var shown: String {
    var characters = Array(value(of: focus))
    characters.insert("|", at: cursor)
    return String(characters)
  }
}

func stored<Value: Codable>(_ value: Value) throws -> Value {
  try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}
