// SPDX-License-Identifier: MIT

import Runnel

// Mistakes in features that read a value of the app. The compiler reports each in its line.

struct User: Equatable, Sendable { var name = "Ada" }

enum Inbox {
  struct State: Equatable, Sendable { var messages: [String] = [] }
  enum Action: Runnel.Action { case sent(String) }

  static let reducer = ReadingReducer<State, User>.updating(Action.self) { state, action, user in
    switch action {
    case .sent(let text): state.messages.append("\(user.name): \(text)")
    }
  }
}

struct App: Equatable, Sendable {
  var inbox = Inbox.State()
  var archive: Inbox.State?
  var user = User()
}

let writesValue = ReadingReducer<Inbox.State, User>.updating(Inbox.Action.self) { _, _, user in
  user.name = "Bo"
  // expected-error@-1 {{cannot assign to property: 'user' is a 'let' constant}}
}

let misspelledState = ReadingReducer<Inbox.State, User>.updating(Inbox.Action.self) { state, _, _ in
  state.mesages = []
  // expected-error@-1 {{value of type 'Inbox.State' has no member 'mesages'}}
}

let misspelledValue = ReadingReducer<Inbox.State, User>.updating(Inbox.Action.self) {
  state, _, user in
  state.messages.append(user.nam)
  // expected-error@-1 {{value of type 'User' has no member 'nam'}}
}

let withoutReading = Reducer<App> {
  Inbox.reducer.scope(\.inbox)
  // expected-error@-1 {{missing argument for parameter 'reading' in call}}
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

let asAPlainReducer: Reducer<Inbox.State> = Inbox.reducer
// expected-error@-1 {{cannot convert value of type 'ReadingReducer<Inbox.State, User>' to specified type 'Reducer<Inbox.State>'}}
