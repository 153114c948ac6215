// SPDX-License-Identifier: MIT

import Runnel
import RunnelObservation
import RunnelTesting

// Mistakes in the use of typed stores and effects. The compiler reports each in the line that has
// it. If a closure is one expression of a wrong type, that is the line in which the closure begins.

enum Search {
  struct State: Equatable, Sendable {
    var text = ""
    var hits: [Int] = []
    var count = Count.State()
  }

  enum Action: Runnel.Action, Equatable {
    case typed(String)
    case found([Int])
    case failed(String)
    case cleared
  }
}

enum Count {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Runnel.Action { case incremented }
}

struct App: Equatable, Sendable { var search = Search.State() }

struct Load: Command {}

func load(_ text: String) async throws -> [Int] { [text.count] }

func needsDispatcher(_ dispatcher: any ActionDispatcher) {}

func needsStore(_ store: Store<Search.State>) {}

func needsSearch(_ store: StoreOf<Search.State, Search.Action>) {}

extension Store {
  func clear() { dispatch(Search.Action.cleared) }
  // expected-error@-1 {{no exact matches in call to instance method 'dispatch'}}
}

func typedStores(
  _ app: Store<App>, _ store: StoreOf<Search.State, Search.Action>, _ action: any Action
) {
  store.dispatch(.type("a"))
  // expected-error@-1 {{type 'Search.Action' has no member 'type'}}
  store.dispatch(.typed(1))
  // expected-error@-1 {{cannot convert value of type 'Int' to expected argument type 'String'}}
  store.dispatch(.cleared("a"))
  // expected-error@-1 {{enum case 'cleared' has no associated values}}
  store.dispatch(Count.Action.incremented)
  // expected-error@-1 {{cannot convert value of type 'Count.Action' to expected argument type 'Search.Action'}}
  store.dispatch(action)
  // expected-error@-1 {{cannot convert value of type 'any Action' to expected argument type 'Search.Action'}}
  store.scope(\.text).dispatch(.type("a"))
  // expected-error@-1 {{type 'Search.Action' has no member 'type'}}
  store.scope(\.count).dispatch(Count.Action.incremented)
  // expected-error@-1 {{cannot convert value of type 'Count.Action' to expected argument type 'Search.Action'}}
  app.scope(\.search).dispatch(.cleared)
  // expected-error@-1 {{type 'any Action' has no member 'cleared'}}
  app.scope(\.search, accepting: Search.Action.self).dispatch(.type("a"))
  // expected-error@-1 {{type 'Search.Action' has no member 'type'}}
  app.scope(\.serch, accepting: Search.Action.self).dispatch(.cleared)
  // expected-error@-1 {{value of type 'App' has no member 'serch'}}
  needsDispatcher(store)
  // expected-error@-1 {{global function 'needsDispatcher' requires the types 'Search.Action' and 'any Action' be equivalent}}
  needsStore(store)
  // expected-error@-1 {{cannot convert value of type 'StoreOf<Search.State, Search.Action>' to expected argument type 'Store<Search.State>' (aka 'StoreOf<Search.State, any Action>')}}
  // expected-note@-2 {{arguments to generic parameter 'ActionType' ('Search.Action' and 'any Action') are expected to be equal}}
  needsSearch(app.scope(\.search))
  // expected-error@-1 {{cannot convert value of type 'StoreOf<Search.State, any Action>' to expected argument type 'StoreOf<Search.State, Search.Action>'}}
  // expected-note@-2 {{arguments to generic parameter 'ActionType' ('any Action' and 'Search.Action') are expected to be equal}}
  needsSearch(app.scope(\.search, accepting: Count.Action.self))
  // expected-error@-1 {{cannot convert value of type 'StoreOf<Search.State, Count.Action>' to expected argument type 'StoreOf<Search.State, Search.Action>'}}
  // expected-note@-2 {{arguments to generic parameter 'ActionType' ('Count.Action' and 'Search.Action') are expected to be equal}}
  _ = Store(state: Search.State(), reducer: searchReducer).accepting(Search.Action.self).state.txt
  // expected-error@-1 {{value of type 'Search.State' has no member 'txt'}}
  let _: StoreOf<Search.State, Search.Action> = store.untyped
  // expected-error@-1 {{cannot assign value of type 'StoreOf<Search.State, any Action>' to type 'StoreOf<Search.State, Search.Action>'}}
  // expected-note@-2 {{arguments to generic parameter 'ActionType' ('any Action' and 'Search.Action') are expected to be equal}}
  _ = StoreOf<Search.State, Search.Action>(state: Search.State(), reducer: searchReducer)
  // expected-error@-1 {{referencing initializer 'init(state:reducer:queue:middleware:clock:onError:file:line:)' on 'StoreOf' requires the types 'Search.Action' and 'any Action' be equivalent}}
}

let searchReducer = Reducer<Search.State>.updating(Search.Action.self) { state, _ in
  state.hits = []
}

let send1 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  state.text = ""
  return .send(.fond([]))
  // expected-error@-1 {{type 'Search.Action' has no member 'fond'}}
}

let run2 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  guard case .typed(let text) = action else { return .none }
  state.text = text
  return .run { send in
    let hits = try await load(text)
    send(.fond(hits))
    // expected-error@-1 {{type 'Search.Action' has no member 'fond'}}
  }
}

let run3 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  guard case .typed(let text) = action else { return .none }
  state.text = text
  return .run { send in
    let hits = try await load(text)
    send(.found(hits))
  } catch: { error in
    .fail("\(error)")
    // expected-error@-1 {{type 'Search.Action' has no member 'fail'}}
  }
}

let run4 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  .run { send in
    send(.found(try await load("a")))
  } catch: {
    .failed($0)
    // expected-error@-1 {{cannot convert value of type 'any Error' to expected argument type 'String'}}
  }
}

let run5 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  .run { send in
    send(.found(try await load("a")))
  } catch: { _ in
    Count.Action.incremented
    // expected-error@-1 {{cannot convert value of type 'Count.Action' to closure result type 'Search.Action'}}
  }
}

let run7 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  .run { send in
    .found(try await load("a"))
    // expected-error@-1 {{value of tuple type 'Void' has no member 'found'}}
  }
}

let catch2 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  .run { send in send(.found(try await load("a"))) }
    .catch { _ in .send(.clear) }
  // expected-error@-1 {{type 'Search.Action' has no member 'send'}}
  // expected-error@-2 {{cannot infer contextual base in reference to member 'clear'}}
}

let timer1 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  .timer(every: .seconds(1)) { .tick }
  // expected-error@-1 {{type 'Search.Action' has no member 'tick'}}
}

let once2 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  state.text = ""
  return .once {
    let hits = try await load("a")
    return .fond(hits)
    // expected-error@-1 {{type 'Search.Action?' has no member 'fond'}}
  }
}

let callback1 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  .callback { send, completion in send(.fond([])) }
  // expected-error@-1 {{type 'Search.Action' has no member 'fond'}}
}

let merge1 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  .merge(.send(.cleared), .send(.clear))
  // expected-error@-1 {{type 'Search.Action' has no member 'clear'}}
}

let merge3 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  .concatenate(
    Effect.send(Search.Action.cleared),
    // expected-error@-1 {{cannot convert value of type 'EffectOf<any Action>' to expected argument type 'EffectOf<Search.Action>'}}
    // expected-note@-2 {{arguments to generic parameter 'ActionType' ('any Action' and 'Search.Action') are expected to be equal}}
    .send(.cleared)
  )
}

// An effect of any action in place of an effect of one type.
func untypedHelper() -> Effect { .none }

let untyped1 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  state.text = ""
  return untypedHelper()
  // expected-error@-1 {{cannot convert value of type 'Effect' (aka 'EffectOf<any Action>') to closure result type 'EffectOf<Search.Action>'}}
  // expected-note@-2 {{arguments to generic parameter 'ActionType' ('any Action' and 'Search.Action') are expected to be equal}}
}

let untyped3 = Reducer<Search.State>.on(Search.Action.self) { state, action -> Effect in
  // expected-error@-1 {{cannot convert value of type '@Sendable (inout Search.State, Search.Action) -> Effect' (aka '@Sendable (inout Search.State, Search.Action) -> EffectOf<any Action>') to expected argument type '@Sendable (inout Search.State, Search.Action) -> EffectOf<Search.Action>'}}
  // expected-note@-2 {{arguments to generic parameter 'ActionType' ('any Action' and 'Search.Action') are expected to be equal}}
  state.text = ""
  return .none
}

let untyped4 = Reducer<Search.State>.on { state, action in
  state.text = ""
  return .send(.cleared)
  // expected-error@-1 {{type 'any Action' has no member 'cleared'}}
}

let child1 = Reducer<Search.State>.on(Search.Action.self) { state, action in
  // expected-error@-1 {{cannot convert value of type '@Sendable (inout Search.State, Search.Action) -> Effect' (aka '@Sendable (inout Search.State, Search.Action) -> EffectOf<any Action>') to expected argument type '@Sendable (inout Search.State, Search.Action) -> EffectOf<Search.Action>'}}
  // expected-note@-2 {{arguments to generic parameter 'ActionType' ('any Action' and 'Search.Action') are expected to be equal}}
  searchReducer.reduce(&state, Count.Action.incremented)
}

struct LoadHandler: CommandHandler {
  func handle(_ command: Load) -> EffectOf<Search.Action> {
    .once { .fond(try await load("a")) }
    // expected-error@-1 {{type 'Search.Action?' has no member 'fond'}}
  }
}

struct OtherHandler: CommandHandler {
  // expected-error@-1 {{type 'OtherHandler' does not conform to protocol 'CommandHandler'}}
  // expected-note@-2 {{add stubs for conformance}}
  typealias ActionType = Search.Action
  func handle(_ command: Load) -> EffectOf<Count.Action> { .none }
}

func handlers(_ store: StoreOf<Search.State, Search.Action>) {
  _ = store.handle(Load.self) { _ in .once { .fond([]) } }
  // expected-error@-1 {{type 'Search.Action?' has no member 'fond'}}
  _ = store.untyped.handle(Load.self) { _ in .once { .found([]) } }
  // expected-error@-1 {{type '(any Action)?' has no member 'found'}}
  _ = store.handle(Load.self) { _ in EffectOf<Count.Action>.none }
  // expected-error@-1 {{cannot convert value of type '@Sendable (Load) -> EffectOf<Count.Action>' to expected argument type '@Sendable (Load) -> EffectOf<Search.Action>'}}
  // expected-note@-2 {{arguments to generic parameter 'ActionType' ('Count.Action' and 'Search.Action') are expected to be equal}}
  _ = store.handle(with: Load())
  // expected-error@-1 {{instance method 'handle(with:file:line:)' requires that 'Load' conform to 'CommandHandling'}}
  _ = store.run(.send(.fond([])))
  // expected-error@-1 {{type 'Search.Action' has no member 'fond'}}
  _ = store.run(.timer(every: .seconds(1)) { .tick })
  // expected-error@-1 {{type 'Search.Action' has no member 'tick'}}
  _ = store.run(.stream(AsyncStream<Int> { $0.finish() }) { .found($0) })
  // expected-error@-1 {{cannot convert value of type 'Int' to expected argument type '[Int]'}}
  _ = store.run(while: \.hits.isEmpty) { .send(.clear) }
  // expected-error@-1 {{type 'Search.Action' has no member 'clear'}}
}

@MainActor func viewStores(_ store: StoreOf<Search.State, Search.Action>) {
  let model = ViewStoreOf(store)
  model.dispatch(.type("a"))
  // expected-error@-1 {{type 'Search.Action' has no member 'type'}}
  model.dispatch(Count.Action.incremented)
  // expected-error@-1 {{cannot convert value of type 'Count.Action' to expected argument type 'Search.Action'}}
  _ = model.txt
  // expected-error@-1 {{value of type 'ViewStoreOf<Search.State, Search.Action>' has no dynamic member 'txt' using key path from root type 'Search.State'}}
  needsDispatcher(model)
  // expected-error@-1 {{global function 'needsDispatcher' requires the types 'Search.Action' and 'any Action' be equivalent}}
  let _: ViewStore<Search.State> = ViewStoreOf(store)
  // expected-error@-1 {{cannot convert value of type 'StoreOf<Search.State, Search.Action>' to expected argument type 'StoreOf<Search.State, any Action>'}}
  // expected-note@-2 {{arguments to generic parameter 'ActionType' ('Search.Action' and 'any Action') are expected to be equal}}
}

func testStores() async {
  let store = TestStore(state: Search.State(), reducer: searchReducer).accepting(Search.Action.self)
  await store.send(.type("a"))
  // expected-error@-1 {{type 'Search.Action' has no member 'type'}}
  await store.send(Count.Action.incremented)
  // expected-error@-1 {{cannot convert value of type 'Count.Action' to expected argument type 'Search.Action'}}
  await store.send(.typed("a")) { $0.txt = "a" }
  // expected-error@-1 {{value of type 'Search.State' has no member 'txt'}}
  await store.receive(.fond([]))
  // expected-error@-1 {{type 'Search.Action' has no member 'fond'}}
  await store.receive(.found("a")) { $0.hits = [] }
  // expected-error@-1 {{cannot convert value of type 'String' to expected argument type '[Int]'}}
}
