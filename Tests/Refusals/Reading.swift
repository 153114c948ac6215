// SPDX-License-Identifier: MIT

import Runnel

// Mistakes in features that read a value of the app. The compiler reports each in its line.

struct User: Equatable, Sendable { var name = "Ada" }

enum Inbox {
  struct State: Equatable, Sendable { var messages: [String] = [] }
  enum Action: Runnel.Action { case sent(String) }

  static let reducer = Reducer<StateReading<State, User>>.updating(Action.self) { state, action in
    switch action {
    case .sent(let text): state.messages.append("\(state.shared.name): \(text)")
    }
  }
}

struct App: Equatable, Sendable {
  var inbox = Inbox.State()
  var archive: Inbox.State?
  var user = User()
}

typealias InboxState = StateReading<Inbox.State, User>

let writesShared = Reducer<InboxState>.updating(Inbox.Action.self) { state, _ in
  state.shared.name = "Bo"
  // expected-error@-1 {{cannot assign to property: 'shared' is a get-only property}}
}

let misspelledOwn = Reducer<InboxState>.updating(Inbox.Action.self) { state, _ in
  state.mesages = []
  // expected-error@-1 {{has no dynamic member 'mesages'}}
}

let misspelledShared = Reducer<InboxState>.updating(Inbox.Action.self) { state, _ in
  state.messages.append(state.shared.nam)
  // expected-error@-1 {{value of type 'User' has no member 'nam'}}
}

let withoutReading = Reducer<App> {
  Inbox.reducer.scope(\.inbox)
  // expected-error@-1 {{cannot convert value of type 'WritableKeyPath<App, Inbox.State>' to expected argument type 'WritableKeyPath<App, StateReading<Inbox.State, User>>'}}
  // expected-note@-2 {{arguments to generic parameter 'Value' ('Inbox.State' and 'StateReading<Inbox.State, User>') are expected to be equal}}
}

let ofAnotherType = Reducer<App> {
  Inbox.reducer.scope(\.inbox, reading: \.user.name)
  // expected-error@-1 {{cannot convert value of type 'KeyPath<App, String>' to expected argument type 'KeyPath<App, User>'}}
  // expected-note@-2 {{arguments to generic parameter 'Value' ('String' and 'User') are expected to be equal}}
}

let ofAnOptional = Reducer<App> {
  Inbox.reducer.scope(\.archive, reading: \.user)
  // expected-error@-1 {{to expected argument type 'WritableKeyPath<App, Inbox.State>'}}
  // expected-note@-2 {{are expected to be equal}}
}

func stores(_ store: Store<App>) {
  _ = store.scope(\.inbox, reading: \.usr)
  // expected-error@-1 {{value of type 'App' has no member 'usr'}}
  store.scope(\.inbox, reading: \.user).observe { print($0.shared.nam) }
  // expected-error@-1 {{value of type 'User' has no member 'nam'}}
}
