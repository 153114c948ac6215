// SPDX-License-Identifier: MIT

import RunnelUDF

// The differences from UDF that the compiler reports. Each comment has the words of a row in the
// table of differences on the page of RunnelUDF.

class NumberView: ViewComponent {
  let disposer = Disposer()
  var props = 0
}

final class Model { var name = "" }

struct ModelState { var model = Model() }
// expected-swift6-note@-1 2{{consider making struct 'ModelState' conform to the 'Sendable' protocol}}

// A view connects on the main thread only.

func connect(_ view: NumberView, to store: Store<Int>) {
  // expected-swift6-note@-1 {{add '@MainActor'}}
  view.connect(to: store)
  // expected-swift6-warning@-1 {{call to main actor-isolated instance method}}
}

// Actions, states and side effects are Sendable.

func makeStore() {
  _ = Store(state: ModelState()) { _, _ in }
  // expected-swift6-error@-1 {{type 'ModelState' does not conform to the 'Sendable' protocol}}
  // expected-swift6-warning@-2 {{type 'ModelState' does not conform to the 'Sendable' protocol}}
}

// Component and ActionListener exclude views.

class Both: ViewComponent, Component {
  // expected-error@-1 {{type 'Both' does not conform to protocol 'ViewComponent'}}
  // expected-error@-2 {{type 'Both' does not conform to protocol 'ServiceComponent'}}
  // expected-swift6-error@-3 {{crosses into main actor-isolated code}}
  // expected-swift6-note@-4 {{isolate this conformance to the main actor}}
  // expected-swift6-note@-5 {{turn data races into runtime errors}}
  let disposer = Disposer()
  var props = 0  // expected-swift6-note {{cannot satisfy nonisolated requirement}}
}

// extension Store extends a type named StoreOf.

extension Store {
  static func == (left: Store, right: Store) -> Bool { left === right }
  // expected-error@-1 2{{reference to generic type 'Store' requires arguments in <...>}}
  static func != (left: StoreOf, right: StoreOf) -> Bool { left !== right }
}

// Subjects publisher and actionsSubject don't exist.

func subscribe(to store: Store<Int>) {
  _ = store.publisher.value
  // expected-error@-1 {{has no member 'publisher'}}
  _ = store.actionsSubject
  // expected-error@-1 {{has no member 'actionsSubject'}}
}
