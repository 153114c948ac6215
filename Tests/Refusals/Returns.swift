// SPDX-License-Identifier: MIT

import Runnel

// Mistakes that the compiler finds only in files without other errors.

struct Search: Sendable {
  var text = ""
  var hits: [Int] = []
  enum Action: Runnel.Action { case typed(String), found([Int]), cleared }
}

let noReturn = Reducer<Search>.on(Search.Action.self) { state, action in
  switch action {
  case .typed(let text): state.text = text
  case .found, .cleared: return .none
  }
}
// expected-error@-1 {{missing return in closure expected to return 'EffectOf<Search.Action>'}}
