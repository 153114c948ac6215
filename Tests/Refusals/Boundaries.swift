// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelObservation

// Code that must not compile, with the expected diagnostics, for `.ci/refusals`.

final class Search: Boundary<Search.Logic> {  // expected-note {{declared here}}
  struct Input: Sendable {
    let text = InputPort<String>()
    let secret = 1
  }

  enum Logic: BoundaryLogic {
    struct Output: Sendable {
      var rows: Property<[String]>
      let reading: ThrowingProperty<Int>
      var summary: Computed<String>
      let mutable: MutableProperty<Int>
      let store: Store<Int>
    }

    static func bind(_ context: Context<Logic>) -> Output {
      // Inside, an input can be observed but not sent.
      context.input.text("a")
      // expected-error@-1 {{cannot call value of non-function type 'Receiver<String>'}}
      context.input.text.send("a")
      // expected-error@-1 {{value of type 'Receiver<String>' has no member 'send'}}
      // Pitfall 35: using a dependency that a boundary does not have does not compile.
      _ = context.dependencies.missing
      // expected-error@-1 {{has no member 'missing'}}
      return Output(
        rows: context.store.property.map { _ in [] }, reading: ThrowingProperty(constant: 1),
        summary: Computed { "" }, mutable: MutableProperty(0), store: context.store)
    }

    typealias Input = Search.Input
    typealias State = Int
    typealias Dependencies = Client
  }

  struct Client: Sendable {}
}

func inputs(_ boundary: Search) {
  boundary.input.text("a")
  // From outside, an input can be sent but not read.
  _ = boundary.input.text.observe { _ in }
  // expected-error@-1 {{value of type 'Sender<String>' has no member 'observe'}}
  _ = boundary.input.text.values
  // expected-error@-1 {{value of type 'Sender<String>' has no member 'values'}}
  // Only ports are accessible.
  _ = boundary.input.secret
  // expected-error@-1 {{Only an InputPort of an Input is accessible from outside.}}
  // A sent value has the type of the port.
  boundary.input.text(1)
  // expected-error@-1 {{cannot convert value of type 'Int' to expected argument type 'String'}}
}

func ports(_ input: Search.Input) {
  // The ports themselves have no public operations.
  input.text("a")
  // expected-error@-1 {{cannot call value of non-function type 'InputPort<String>'}}
  input.text.send("a")
  // expected-error@-1 {{'send' is inaccessible due to 'internal' protection level}}
  // expected-error@-2 {{missing argument for parameter 'at' in call}}
  _ = input.text.observe { _ in }
  // expected-error@-1 {{value of type 'InputPort<String>' has no member 'observe'}}
  _ = Sender(input.text)
  // expected-error@-1 {{'Sender<Value>' initializer is inaccessible due to 'internal' protection level}}
}

func outputs(_ boundary: Search) {
  _ = boundary.output.rows.value
  // From outside, an output can be read but not written.
  boundary.output.rows.value = []
  // expected-error@-1 {{cannot assign to property: 'value' is a get-only property}}
  boundary.output.rows = Property(constant: [])
  // expected-error@-1 {{cannot assign through dynamic lookup property: 'output' is a 'let' constant}}
  boundary.output.rows.send([])
  // expected-error@-1 {{value of type 'Property<[String]>' has no member 'send'}}
  boundary.output.rows.dispatch(Tap())
  // expected-error@-1 {{value of type 'Property<[String]>' has no member 'dispatch'}}
  boundary.output.rows.store.dispatch(Tap())
  // expected-error@-1 {{'store' is inaccessible due to 'package' protection level}}
  boundary.output.reading.send(1)
  // expected-error@-1 {{value of type 'ThrowingProperty<Int>' has no member 'send'}}
  boundary.output.summary = "a"
  // expected-error@-1 {{cannot assign through dynamic lookup property: 'output' is a 'let' constant}}
  // Writable members are inaccessible.
  _ = boundary.output.mutable
  // expected-error@-1 {{Only a Property, a ThrowingProperty or a Computed of an Output is accessible from outside.}}
  _ = boundary.output.store
  // expected-error@-1 {{Only a Property, a ThrowingProperty or a Computed of an Output is accessible from outside.}}
  // No cast makes an output writable.
  _ = boundary.output.rows as Store<[String]>
  // expected-error@-1 {{cannot convert value of type 'Property<[String]>' to type 'Store<[String]>' (aka 'StoreOf<Array<String>, any Action>') in coercion}}
  _ = boundary.output.rows as? MutableProperty<[String]>
  // expected-warning@-1 {{cast from 'Property<[String]>' to unrelated type 'MutableProperty<[String]>' always fails}}
}

@MainActor func views(_ boundary: Search, _ label: Label) {
  label.connect(to: boundary.output.rows) { $0.joined() }
  // A component connects to an output whose value is its props.
  label.connect(to: boundary.output.rows)
  // expected-error@-1 {{instance method 'connect(to:file:line:)' requires the types 'String' and '[String]' be equivalent}}
  label.connect(to: boundary.output.rows) { $0.joinedd() }
  // expected-error@-1 {{value of type '[String]' has no member 'joinedd'}}
  // An output has no dispatcher.
  label.connect(to: boundary.output.rows) { rows, _ in rows.joined() }
  // expected-error@-1 {{expects 1 argument, but 2 were used in closure body}}
  // A view store of an output takes no actions.
  let rows = ViewStoreOf(boundary.output.rows)
  _ = rows.count
  rows.dispatch(Tap())
  // expected-error@-1 {{value of type 'ViewStoreOf<[String], Never>' has no dynamic member 'dispatch' using key path from root type '[String]'}}
  _ = rows.store
  // expected-error@-1 {{value of type 'ViewStoreOf<[String], Never>' has no dynamic member 'store' using key path from root type '[String]'}}
  let _: any ActionDispatcher = rows
  // expected-error@-1 {{protocol 'ActionDispatcher' requires the types 'Never' and 'any Action' be equivalent}}
  _ = ViewStore(boundary.output.rows)
  // expected-error@-1 {{A property takes no actions. Use ViewStoreOf(property).}}
}

final class Label: ViewComponent {
  let disposer = Disposer()
  var props = ""
}

func implementation(_ boundary: Search) {
  _ = boundary.store
  // expected-error@-1 {{value of type 'Search' has no member 'store'}}
  _ = boundary.dependencies
  // expected-error@-1 {{value of type 'Search' has no member 'dependencies'}}
  // Pitfall 35: creating a boundary without its dependencies does not compile.
  _ = Search(input: Search.Input(), state: 0, reducer: Reducer.updating { _, _ in })
  // expected-error@-1 {{missing argument for parameter 'dependencies' in call}}
}

struct Tap: Action {}
