// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary

// Code that must not compile, with the expected diagnostics, for `.ci/refusals`.

final class Search: Boundary<Search.Logic> {
  struct Input: Sendable {
    let text = Port<String>()
    let secret = 1
  }

  enum Logic: BoundaryLogic {
    struct Output: Sendable {
      var rows: Property<[String]>
      let reading: ThrowingProperty<Int>
      var summary: Computed<String>
      let source: Source<Int>
      let store: Store<Int>
    }

    static func bind(_ dependency: Dependency<Logic>) -> Output {
      // Inside, an input can be observed but not sent.
      dependency.input.text("a")
      // expected-error@-1 {{cannot call value of non-function type 'Inlet<String>'}}
      dependency.input.text.send("a")
      // expected-error@-1 {{value of type 'Inlet<String>' has no member 'send'}}
      // Pitfall 35: using a dependency that a boundary does not have does not compile.
      _ = dependency.extra.missing
      // expected-error@-1 {{has no member 'missing'}}
      return Output(
        rows: dependency.store.property.map { _ in [] }, reading: ThrowingProperty(constant: 1),
        summary: Computed { "" }, source: Source(0), store: dependency.store)
    }

    typealias Input = Search.Input
    typealias State = Int
    typealias Extra = Client
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
  _ = boundary.input.text.value
  // expected-error@-1 {{value of type 'Sender<String>' has no member 'value'}}
  // Only ports are accessible.
  _ = boundary.input.secret
  // expected-error@-1 {{Only a Port of an Input is accessible from outside.}}
  // A sent value has the type of the port.
  boundary.input.text(1)
  // expected-error@-1 {{cannot convert value of type 'Int' to expected argument type 'String'}}
}

func ports(_ input: Search.Input) {
  // The ports themselves have no public operations.
  input.text("a")
  // expected-error@-1 {{cannot call value of non-function type 'Port<String>'}}
  input.text.send("a")
  // expected-error@-1 {{'send' is inaccessible due to 'internal' protection level}}
  // expected-error@-2 {{missing argument for parameter 'at' in call}}
  _ = input.text.observe { _ in }
  // expected-error@-1 {{value of type 'Port<String>' has no member 'observe'}}
  _ = Sender(input.text)
  // expected-error@-1 {{'Sender<Value>' initializer is inaccessible due to 'internal' protection level}}
  _ = Inputs(input)
  // expected-error@-1 {{'Inputs<Input>' initializer is inaccessible due to 'internal' protection level}}
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
  boundary.output.reading.send(1)
  // expected-error@-1 {{value of type 'ThrowingProperty<Int>' has no member 'send'}}
  boundary.output.summary = "a"
  // expected-error@-1 {{cannot assign through dynamic lookup property: 'output' is a 'let' constant}}
  // Writable members are inaccessible.
  _ = boundary.output.source
  // expected-error@-1 {{Only a Property, a ThrowingProperty or a Computed of an Output is accessible from outside.}}
  _ = boundary.output.store
  // expected-error@-1 {{Only a Property, a ThrowingProperty or a Computed of an Output is accessible from outside.}}
  // No cast makes an output writable.
  _ = boundary.output.rows as Store<[String]>
  // expected-error@-1 {{cannot convert value of type 'Property<[String]>' to type 'Store<[String]>' (aka 'StoreOf<Array<String>, any Action>') in coercion}}
  _ = boundary.output.rows as? Source<[String]>
  // expected-warning@-1 {{cast from 'Property<[String]>' to unrelated type 'Source<[String]>' always fails}}
}

func implementation(_ boundary: Search) {
  _ = boundary.store
  // expected-error@-1 {{value of type 'Search' has no member 'store'}}
  _ = boundary.extra
  // expected-error@-1 {{value of type 'Search' has no member 'extra'}}
  _ = boundary.dependency
  // expected-error@-1 {{value of type 'Search' has no member 'dependency'}}
  // Pitfall 35: creating a boundary without its dependencies does not compile.
  _ = Search(input: Search.Input(), state: 0, reducer: Reducer.updating { _, _ in })
  // expected-error@-1 {{requires the types 'Search.Logic.Extra' (aka 'Search.Client') and '()' be equivalent}}
}

struct Tap: Action {}
