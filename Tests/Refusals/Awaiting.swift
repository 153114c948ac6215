// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary

// Mistakes in asynchronous code, which the compiler finds only in files without type errors.

struct Search: Sendable {
  var hits: [Int] = []
  enum Action: Runnel.Action { case typed(String), found([Int]) }
}

func load(_ text: String) async throws -> [Int] { [text.count] }

let noTry = Reducer<Search>.on(Search.Action.self) { state, action in
  state.hits = []
  return .run { send in
    let hits = await load("a")
    // expected-error@-1 {{call can throw, but it is not marked with 'try' and the error is not handled}}
    send(Search.Action.found(hits))
  } catch: { _ in
    Search.Action.found([])
  }
}

let noAwait = Reducer<Search>.on(Search.Action.self) { state, action in
  state.hits = []
  return .run { send in
    let hits = try load("a")
    // expected-error@-1 {{expression is 'async' but is not marked with 'await'}}
    // expected-note@-2 {{call is 'async'}}
    send(Search.Action.found(hits))
  }
}

func reading(_ property: ThrowingProperty<Int>) {
  // Reading a value that can be an error needs `try`.
  _ = property.value
  // expected-error@-1 {{property access can throw, but it is not marked with 'try' and the error is not handled}}
}
