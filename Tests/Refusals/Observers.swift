// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

// Closures of the main actor that would run elsewhere. The compiler reports each in the line that has it.

struct App: Equatable, Sendable { var count = 0 }

final class Log { var lines: [String] = [] }
// expected-swift6-note@-1 {{class 'Log' does not conform to the 'Sendable' protocol}}

@MainActor final class Screen {
  var text = ""
  // expected-note@-1 3 {{mutation of this property is only permitted within the actor}}

  func show(_ app: App) { text = "\(app.count)" }
  // expected-note@-1 {{calls to instance method 'show' from outside of its actor context are implicitly asynchronous}}

  func observe(_ store: Store<App>) {
    _ = store.observe(with: show)
    // expected-swift6-error@-1 {{loses global actor 'MainActor'}}
    // expected-swift5-warning@-2 {{loses global actor 'MainActor'}}
    // expected-swift5-warning@-3 {{converting non-Sendable function value}}
    _ = store.observe { @MainActor in self.text = "\($0)" }
    // expected-swift6-error@-1 {{loses global actor 'MainActor'}}
    // expected-swift5-warning@-2 {{loses global actor 'MainActor'}}
    _ = store.observe { self.text = "\($0)" }
    // expected-error@-1 {{main actor-isolated property 'text' can not be mutated from a Sendable closure}}
    _ = store.observe(on: .main) { self.text = "\($0)" }
    // expected-error@-1 {{main actor-isolated property 'text' can not be mutated from a Sendable closure}}
    _ = store.onAction { self.text = "\($0)" }
    // expected-error@-1 {{main actor-isolated property 'text' can not be mutated from a Sendable closure}}
    _ = store.onAction { @MainActor app, action in self.show(app) }
    // expected-swift6-error@-1 {{loses global actor 'MainActor'}}
    // expected-swift5-warning@-2 {{loses global actor 'MainActor'}}
    _ = store.property.observe { self.show($0) }
    // expected-error@-1 {{call to main actor-isolated instance method 'show' in a synchronous nonisolated context}}
    _ = store.observe(on: MainActor.self) { self.show($0) }
  }
}

func observe(_ store: Store<App>) {
  let log = Log()
  _ = store.observe { log.lines.append("\($0)") }
  // expected-swift6-error@-1 {{capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure}}
  _ = store.observe { print($0) }
}
