// SPDX-License-Identifier: MIT

import Runnel

// Mistakes in reducers and effects. The compiler reports each in the line that has it.

struct Load: Command {}

struct Row: Equatable, Sendable {
  var key = 0
  var isDone = false
}

enum Screen: Sendable {
  case list
  case detail(Search)

  static let detail = CasePath<Screen, Search>(
    embed: { .detail($0) },
    extract: { if case .detail(let search) = $0 { search } else { nil } })
}

struct Search: Sendable {
  var text = ""
  var hits: [Int] = []
  var isLoading = false

  enum Action: Runnel.Action { case typed(String), found([Int]), cleared }

  struct Opaque: Sendable {}
  var opaque = Opaque()
}

struct App: Sendable {
  var search = Search()
  var optional: Search?
  var screen = Screen.list
  var rows: [Row] = []
  var count = 0
}

func load(_ text: String) async throws -> [Int] { [text.count] }

let good = Reducer<Search>.updating(Search.Action.self) { state, _ in state.isLoading = true }

let property1 = Reducer<Search>.on(Search.Action.self) { state, action in
  guard case .typed(let text) = action else { return .none }
  state.txt = text
  // expected-error@-1 {{value of type 'Search' has no member 'txt'}}
  return .run { send in send(Search.Action.found(try await load(text))) }
}

let property2 = Reducer<Search>.updating(Search.Action.self) { state, action in
  switch action {
  case .typed(let text): state.text = text
  case .found(let hits): state.hit = hits
  // expected-error@-1 {{value of type 'Search' has no member 'hit'}}
  case .cleared: state = Search()
  }
}

let property4 = Reducer<App> {
  good.scope(\.search)
  Reducer<Search>.on(Search.Action.self) { state, action in
    state.isLoaded = true
    // expected-error@-1 {{value of type 'Search' has no member 'isLoaded'}}
    return .none
  }
  .scope(\.search)
  Reducer.updating { state, action in state.count += 1 }
}

let property6 = Store(state: App()) { state, action in
  state.count += 1
  state.counter += 1
  // expected-error@-1 {{value of type 'App' has no member 'counter'}}
}

let case1 = Reducer<Search>.on(Search.Action.self) { state, action in
  switch action {
  case .typed: return .none
  case .fond(let hits):
    // expected-error@-1 {{type 'Search.Action' has no member 'fond'}}
    state.hits = hits
    return .none
  case .found, .cleared: return .none
  }
}

let case4 = Reducer<Search>.updating(Search.Action.self) { state, action in
  switch action {
  // expected-error@-1 {{switch must be exhaustive}}
  // expected-note@-2 {{add missing case: '.cleared'}}
  case .typed(let text): state.text = text
  case .found(let hits): state.hits = hits
  }
}

let value2 = Reducer<Search>.on(Search.Action.self) { state, action in
  guard case .found(let hits) = action else { return .none }
  state.text = hits
  // expected-error@-1 {{cannot assign value of type '[Int]' to type 'String'}}
  return .none
}

let value3 = Reducer<Search>.on(Search.Action.self) { state, action in
  guard case .typed(let text) = action else { return .none }
  return .send(Search.Action.found(text))
  // expected-error@-1 {{cannot convert value of type 'String' to expected argument type '[Int]'}}
}

let result2 = Reducer<Search>.on(Search.Action.self) { state, action in
  if case .cleared = action { return Search.Action.found([]) }
  // expected-error@-1 {{cannot convert value of type 'Search.Action' to closure result type 'EffectOf<Search.Action>'}}
  return .none
}

let result3 = Reducer<Search>.on(Search.Action.self) { state, action in
  guard case .typed = action else { return nil }
  // expected-error@-1 {{'nil' is not compatible with closure result type 'EffectOf<Search.Action>'}}
  return .none
}

let result5 = Reducer<Search>.on(Search.Action.self) { state, action in
  state.isLoading = true
  // expected-error@-1 {{cannot convert value of type '()' to closure result type 'EffectOf<Search.Action>'}}
}

let result6 = Reducer<Search>.on(Search.Action.self) { _, _ in .nothing }
// expected-error@-1 {{type 'EffectOf<Search.Action>' has no member 'nothing'}}

let result8 = Reducer<App> {
  good.scope(\.search)
  Reducer.on(Search.Action.self) { state, action in
    state.count += 1
    return Load()
    // expected-error@-1 {{cannot convert value of type 'Load' to closure result type 'EffectOf<Search.Action>'}}
  }
}

let effect1 = Reducer<Search>.updating(Search.Action.self) { state, action in
  state.isLoading = true
  return .perform(Load())
  // expected-error@-1 {{value of tuple type 'Void' has no member 'perform'}}
}

let effect2 = Reducer<Search>.updating { state, action in
  guard action is Search.Action else { return .none }
  // expected-error@-1 {{value of tuple type 'Void' has no member 'none'}}
  state.isLoading = true
}

let effect3 = good.updatingOnChange(of: \.text) { old, new, state in
  state.isLoading = true
  return .perform(Load())
  // expected-error@-1 {{value of tuple type 'Void' has no member 'perform'}}
}

let effects1 = Reducer<Search>.on(Search.Action.self) { state, action in
  state.isLoading = true
  return .run { send in send(Search.Action.found(try await load("a"))) }.debounce(for: .seconds(1))
  // expected-error@-1 {{missing argument for parameter 'id' in call}}
}

let effects2 = Reducer<Search>.on(Search.Action.self) { state, action in
  .run { send in send(Search.Action.typed(state.text)) }
  // expected-swift6-error@-1 {{mutable capture of 'inout' parameter 'state' is not allowed in concurrently-executing code}}
  // expected-swift5-warning@-2 {{mutable capture of 'inout' parameter 'state' is not allowed in concurrently-executing code; this is an error in the Swift 6 language mode}}
}

let effects3 = Reducer<Search>.on(Search.Action.self) { state, action in
  state.isLoading = true
  return .perform(Search.Action.cleared)
  // expected-error@-1 {{static method 'perform(_:file:line:)' requires that 'Search.Action' conform to 'Command'}}
}

let effects5 = good.onChange(of: \.opaque) { _, _, _ in .none }
// expected-error@-1 {{instance method 'onChange(of:_:)' requires that 'Search.Opaque' conform to 'Equatable'}}

let path1 = Reducer<App> {
  good.scope(\.search)
  good.scope(\.serch)
  // expected-error@-1 {{cannot convert value of type 'KeyPath<App, Value>' to expected argument type 'WritableKeyPath<App, Search>'}}
  // expected-error@-2 {{value of type 'App' has no member 'serch'}}
}

let path2 = Reducer<App> {
  good.scope(\.count)
  // expected-error@-1 {{cannot convert value of type 'WritableKeyPath<App, Int>' to expected argument type 'WritableKeyPath<App, Search>'}}
  // expected-note@-2 {{arguments to generic parameter 'Value' ('Int' and 'Search') are expected to be equal}}
  good.scope(\.search)
}

// As the README composes an app.
let readme = Store(
  state: App(),
  reducer: Reducer<App> {
    good.scope(\.search)
    good.ifPresent(\.serch)
    // expected-error@-1 {{cannot convert value of type 'KeyPath<App, Value>' to expected argument type 'WritableKeyPath<App, Optional<Search>>'}}
    // expected-error@-2 {{value of type 'App' has no member 'serch'}}
  })

let path3 = Reducer<App> {
  good.ifPresent(\.search)
  // expected-error@-1 {{cannot convert value of type 'WritableKeyPath<App, Search>' to expected argument type 'WritableKeyPath<App, Optional<Search>>'}}
  // expected-note@-2 {{arguments to generic parameter 'Value' ('Search' and 'Optional<Search>') are expected to be equal}}
}

let path4 = Reducer<App> {
  good.ifCase(\.screen, .details)
  // expected-error@-1 {{type 'CasePath<Screen, Search>' has no member 'details'}}
}

let path5 = Reducer<App> {
  good.scope(\.search)
  Reducer<Row>.updating { row, _ in row.isDone = true }.forEach(\.rows)
  // expected-error@-1 {{referencing instance method 'forEach(_:file:line:)' on 'Array' requires that 'Row' conform to 'Identifiable'}}
}

let path6 = Reducer<App> {
  good
  // expected-error@-1 {{cannot convert value of type 'Reducer<Search>' to expected argument type 'Reducer<App>'}}
  // expected-note@-2 {{arguments to generic parameter 'State' ('Search' and 'App') are expected to be equal}}
}

let path7 = Reducer<App> {
  Reducer { state, action in state.count += 1 }
  // expected-error@-1 {{contextual closure type '() -> [Reducer<App>]' expects 0 arguments, but 2 were used in closure body}}
  // expected-error@-2 {{cannot convert value of type '()' to expected argument type 'Reducer<App>'}}
}

let arguments1 = Reducer<Search>.updating(Search.Action.self) { state in
  // expected-error@-1 {{contextual closure type '@Sendable (inout Search, Search.Action) -> Void' expects 2 arguments, but 1 was used in closure body}}
  state.isLoading = true
}

enum Renaming {
  enum Action: Action { case renamed }
  // expected-error@-1 {{'Action' has a raw type that depends on itself}}
  // expected-error@-2 {{raw type 'Renaming.Action' is not expressible by a string, integer, or floating-point literal}}
  // expected-error@-3 {{does not conform to RawRepresentable and conformance could not be synthesized}}
  // expected-note@-4 {{add stubs for conformance}}
}

struct Plain {}
let arguments2 = Reducer<Search>.updating(Plain.self) { state, action in
  // expected-error@-1 {{static method 'updating' requires that 'Plain' conform to 'Action'}}
  state.isLoading = true
}
