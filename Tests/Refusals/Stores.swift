// SPDX-License-Identifier: MIT

import Runnel

// Mistakes in the use of stores and components. The compiler reports each in the line that has it.

struct Search: Equatable, Sendable {
  var text = ""
  enum Action: Runnel.Action { case typed(String), cleared }
}

struct Row: Equatable, Sendable { var key = 0 }

struct App: Equatable, Sendable {
  var search = Search()
  var optional: Search?
  var rows: [Row] = []
  var isOnline = false
}

final class SearchView: ViewComponent {
  let disposer = Disposer()
  var props = ""
}

struct TextConnector: Connector {
  func stateToProps(state: Search, dispatcher: any ActionDispatcher) -> String { state.text }
}

@MainActor func stores(_ store: Store<App>, _ view: SearchView) {
  _ = store.scope(\.serch)
  // expected-error@-1 {{value of type 'App' has no member 'serch'}}
  _ = store.ifPresent(\.search)
  // expected-error@-1 {{cannot convert value of type 'KeyPath<App, Search>' to expected argument type 'KeyPath<App, Optional<Search>>'}}
  // expected-note@-2 {{arguments to generic parameter 'Value' ('Search' and 'Optional<Search>') are expected to be equal}}
  _ = store.scope(\.rows, id: 1)
  // expected-error@-1 {{referencing instance method 'scope(_:id:file:line:)' on 'Array' requires that 'Row' conform to 'Identifiable'}}
  // expected-error@-2 {{cannot convert value of type 'Int' to expected argument type 'Array<Row>.ElementID'}}
  _ = Store(state: App()) { print($0) }
  // expected-error@-1 {{contextual closure type '(inout App, any Action) -> Void' expects 2 arguments, but 1 was used in closure body}}
  store.dispatch("text")
  // expected-error@-1 {{argument type 'String' does not conform to expected type 'Action'}}
  store.dispatch(Search.Action.type("a"))
  // expected-error@-1 {{type 'Search.Action' has no member 'type'}}
  store.dispatch(.cleared)
  // expected-error@-1 {{type 'any Action' has no member 'cleared'}}
  store.state.isOnline = true
  // expected-error@-1 {{cannot assign to property: 'state' is a get-only property}}
  store.observe { state in print(state.online) }.dispose(on: view.disposer)
  // expected-error@-1 {{value of type 'App' has no member 'online'}}
  _ = store.run(while: \.isOnline) { Search.Action.cleared }
  // expected-error@-1 {{cannot convert value of type 'Search.Action' to closure result type 'EffectOf<any Action>'}}
  store.onAction { action in print(action.txt) }.dispose(on: view.disposer)
  // expected-error@-1 {{value of type 'any Action' has no member 'txt'}}
  store.onAction(on: .main) { action in
    let text = "\(action)"
    print(text.length)
    // expected-error@-1 {{value of type 'String' has no member 'length'}}
  }
  .dispose(on: view.disposer)
  let search = store.accepting(Search.Action.self)
  search.onAction { action in print(action.text) }.dispose(on: view.disposer)
  // expected-error@-1 {{value of type 'Search.Action' has no member 'text'}}
  view.connect(to: store)
  // expected-error@-1 {{instance method 'connect(to:file:line:)' requires the types 'String' and 'App' be equivalent}}
  view.connect(to: store, by: TextConnector())
  // expected-error@-1 {{instance method 'connect(to:by:file:line:)' requires the types 'App' and 'Search' be equivalent}}
  view.connect(to: store.scope(\.search)) { search, _ in search.txt }
  // expected-error@-1 {{value of type 'Search' has no member 'txt'}}
  view.connect(to: store.scope(\.search)) { search, _ in
    let text = search.text
    return text.count
    // expected-error@-1 {{cannot convert value of type 'Int' to closure result type 'String'}}
  }
  view.connect(to: store.scope(\.search.text))
}

struct Missing: Connector {
  // expected-error@-1 {{type 'Missing' does not conform to protocol 'Connector'}}
  // expected-note@-2 {{add stubs for conformance}}
  func stateToProps(state: Search) -> String { state.text }
}

final class Unfinished: ServiceComponent {
  // expected-error@-1 {{type 'Unfinished' does not conform to protocol 'ServiceComponent'}}
  // expected-note@-2 {{add stubs for conformance}}
  var props = ""
}
