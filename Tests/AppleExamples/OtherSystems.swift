// SPDX-License-Identifier: MIT

// The SwiftUI examples of other libraries, and the SwiftUI and Combine snippets of the article
// about these libraries.

import Runnel
import RunnelObservation
import SwiftUI

#if canImport(Combine)
  import Combine

  // MARK: UDF

  enum FromUDF {
    struct App: Sendable { var counter = 0 }

    enum CounterAction: Action { case incremented, decremented }

    struct CounterView: PropsView {
      struct Props: Equatable {
        var count: Int
        var onIncrement: Callback<Void>
        var onDecrement: Callback<Void>
      }

      let props: Props

      var body: some View {
        Text("\(props.count)")
        Button("+") { props.onIncrement() }
        Button("-") { props.onDecrement() }
      }
    }

    struct CounterConnector: Connector {
      func stateToProps(state: Int, dispatcher: any ActionDispatcher) -> CounterView.Props {
        CounterView.Props(
          count: state,
          onIncrement: Callback<Void> { dispatcher.dispatch(CounterAction.incremented) },
          onDecrement: Callback { dispatcher.dispatch(CounterAction.decremented) }
        )
      }
    }

    struct Screen: View {
      let store: Store<App>

      var body: some View {
        CounterView.connected(to: store.scope(\.counter), by: CounterConnector())
      }
    }
  }

  // MARK: OneWay

  enum FromOneWayInCombine {
    @MainActor static func follow(_ store: Store<FromOneWay.Counter>) {
      var subscriptions: Set<AnyCancellable> = []
      store.publisher(\.number).sink { print($0) }.store(in: &subscriptions)
    }
  }

  // MARK: Unison

  enum FromUnison {
    struct Login: Equatable, Sendable { var name = "" }

    enum LoginEvent: Action { case nameChanged(String), loginTapped }

    struct LoginView: View {
      let state: Login
      let handler: (LoginEvent) -> Void

      var body: some View {
        Text(state.name)
        Button("Log in") { handler(.loginTapped) }
      }
    }

    struct Screen: View {
      let store: Store<Login>

      var body: some View {
        Connected(to: store, stateToProps: { login, _ in login }) { login in
          LoginView(state: login) { store.dispatch($0) }
        }
      }
    }
  }
#endif

enum FromOneWay {
  struct Counter: Equatable, Sendable { var number = 0 }

  enum CounterAction: Action { case increment, decrement, twice }

  struct CounterView: View {
    @SwiftUI.State private var model: ViewStore<Counter>

    init(store: Store<Counter>) {
      _model = SwiftUI.State(initialValue: ViewStore(store))
    }

    var body: some View {
      Text("\(model.number)")
      Button("Twice") { model.dispatch(CounterAction.twice) }
    }
  }
}

// MARK: TCA

enum FromTCA {
  struct Todos: Equatable, Sendable {
    struct Item: Equatable, Identifiable, Sendable {
      let id: Int
      var isDone = false
    }

    var draft = ""
    var items: [Item] = []
  }

  enum TodoAction: Action { case draftChanged(String), toggled(Int, Bool) }

  struct TodoView: View {
    @SwiftUI.State private var model: ViewStore<Todos>

    init(store: Store<Todos>) {
      _model = SwiftUI.State(initialValue: ViewStore(store))
    }

    var body: some View {
      Text("\(model[\.items.count]) items")
      TextField("New", text: model.binding(\.draft, send: TodoAction.draftChanged))
    }
  }
}
