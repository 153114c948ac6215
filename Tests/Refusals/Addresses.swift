// SPDX-License-Identifier: MIT

import Runnel

// Mistakes with the elements of collections. The compiler reports each in its line.

enum Row {
  struct State: Identifiable, Equatable, Sendable { let id: Int; var isDone = false }
  enum Action: Runnel.Action { case toggled }
}

struct Entry: Equatable, Sendable { var text = "" }

struct App: Equatable, Sendable {
  var rows: [Row.State] = []
  var table: [String: Row.State] = [:]
  var entries: [Entry] = []
  var count = 0
}

enum List { enum Action: Runnel.Action { case cleared } }

let row = Reducer<Row.State>.updating(Row.Action.self) { row, _ in row.isDone.toggle() }

let misspelled = Reducer<App> {
  row.forEach(\.rowz)
  // expected-error@-1 {{value of type 'App' has no member 'rowz'}}
  // expected-error@-2 {{generic parameter 'Elements' could not be inferred}}
  // expected-error@-3 {{cannot convert value of type}}
}

let noCollection = Reducer<App> {
  row.forEach(\.count)
  // expected-error@-1 {{requires that 'Int' conform to 'ElementsByID'}}
}

let fromNoCollection = Reducer<App>.updating(Row.Action.self, from: \.count) { _, _, _ in }
// expected-error@-1 {{requires that 'Int' conform to 'ElementsByID'}}

let withoutID = Reducer<App>.updating(Row.Action.self, from: \.rows) { app, action in }
// expected-error@-1 {{(aka '@Sendable (inout App, Int, Row.Action) -> ()') expects 3 arguments, but 2 were used in closure body}}

func stores(_ store: Store<App>, _ list: StoreOf<App, List.Action>) {
  store.dispatch(Row.Action.toggled, to: \.rows, id: "7")
  // expected-error@-1 {{cannot convert value of type 'String' to expected argument type 'Array<Row.State>.ElementID' (aka 'Int')}}
  store.dispatch(.toggled, to: \.rows, id: 7)
  // expected-error@-1 {{type 'Action' has no member 'toggled'}}
  store.dispatch(Row.Action.toggled, to: \.entries, id: 7)
  // expected-error@-1 {{requires that 'Entry' conform to 'Identifiable'}}
  // expected-error@-2 {{cannot convert value of type 'Int' to expected argument type}}
  _ = store.scope(\.table, id: 7)
  // expected-error@-1 {{cannot convert value of type 'Int' to expected argument type 'Dictionary<String, Row.State>.ElementID' (aka 'String')}}
  list.scope(\.rows, id: 7)?.dispatch(Row.Action.toggled)
  // expected-error@-1 {{cannot convert value of type 'Row.Action' to expected argument type 'List.Action'}}
  list.scope(\.rows, id: 7, accepting: Row.Action.self)?.dispatch(.cleared)
  // expected-error@-1 {{type 'Row.Action' has no member 'cleared'}}
  _ = list.scope(\.count, accepting: Int.self)
  // expected-error@-1 {{instance method 'scope(_:accepting:file:line:)' requires that 'Int' conform to 'Action'}}
}

func entities(_ rows: inout Entities<Row.State>) {
  rows.append(Row.State(id: 7))
  // expected-error@-1 {{'append' has been renamed to 'upsert(_:)'}}
  rows.append(contentsOf: [Row.State(id: 8)])
  // expected-error@-1 {{'append(contentsOf:)' has been renamed to 'upsert(contentsOf:)'}}
  rows.remove(at: 0)
  // expected-error@-1 {{'remove(at:)' is unavailable: Use remove(id:) with the ID of the element.}}
}

let effect: EffectOf<List.Action> = .send(Row.Action.toggled, to: \.rows, id: 7)
// expected-error@-1 {{cannot infer key path type from context; consider explicitly specifying a root type}}
// expected-error@-2 {{generic parameter 'State' could not be inferred}}
// expected-error@-3 {{generic parameter 'Elements' could not be inferred}}
// expected-error@-4 {{cannot convert value of type}}

struct Session: Equatable, Sendable { var rows: [Row.State] = [] }
struct Signed: Equatable, Sendable { var session: Session? }

// A chain of optionals can't be written, so no reducer is composed at its end: scope the optional first.
func chains(_ store: Store<Signed>) {
  store.dispatch(Row.Action.toggled, to: \.session?.rows, id: 7)
  // expected-error@-1 {{to expected argument type 'WritableKeyPath<Signed, Elements>'}}
  // expected-error@-2 {{generic parameter 'Elements' could not be inferred}}
  store.ifPresent(\.session)?.dispatch(Row.Action.toggled, to: \.rows, id: 7)
}
