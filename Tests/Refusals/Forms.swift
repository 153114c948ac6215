// SPDX-License-Identifier: MIT

import Runnel

// Mistakes in forms that set properties by key path.

struct Form: Equatable, Sendable {
  var name = ""
  let id = 1
}

enum FormEvent: FormAction { case set(SetAction<Form>), saveTapped }

enum Other: Action { case saveTapped }

enum WithoutCase: FormAction {  // expected-note {{add stubs for conformance}}
  // expected-error@-1 {{type 'WithoutCase' does not conform to protocol 'FormAction'}}
  typealias FormState = Form
  case saveTapped
}

func forms(
  _ store: StoreOf<Form, FormEvent>, _ other: StoreOf<Form, Other>, _ untyped: Store<Form>
) {
  store.dispatch(.set(\.name, to: 1))
  // expected-error@-1 {{cannot convert value of type 'Int' to expected argument type 'String'}}
  store.dispatch(.set(\.nam, to: "Ada"))
  // expected-error@-1 {{value of type 'Form' has no member 'nam'}}
  // expected-error@-2 {{cannot convert value of type 'KeyPath<Form, Value>' to expected argument type 'WritableKeyPath<Form, String>'}}
  store.dispatch(.set(\.id, to: 2))
  // expected-error@-1 {{to expected argument type 'WritableKeyPath<Form, Int>'}}
  store.dispatch(SetAction(\Form.name, to: "Ada"))
  // expected-error@-1 {{cannot convert value of type 'SetAction<Form>' to expected argument type 'FormEvent'}}
  other.dispatch(.set(\.name, to: "Ada"))
  // expected-error@-1 {{type 'Other' has no member 'set'}}
  // expected-error@-2 {{cannot infer key path type from context; consider explicitly specifying a root type}}
  untyped.dispatch(SetAction(\Form.name, to: 1))
  // expected-error@-1 {{cannot convert value of type 'Int' to expected argument type 'String'}}
}

let formReducer = Reducer<Form>.updating(FormEvent.self) { form, action in
  guard case .set(let change) = action else { return }
  if let name = change.value(at: \.nam), name.isEmpty { return }
  // expected-error@-1 {{value of type 'Form' has no member 'nam'}}
  change.apply(to: &form)
}
