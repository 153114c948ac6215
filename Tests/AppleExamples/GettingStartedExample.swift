// SPDX-License-Identifier: MIT

// The view, the app and the request of GettingStarted.md.

import Foundation
import Runnel
import RunnelObservation
import SwiftUI

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum GettingStartedExample {
  enum Counter {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Runnel.Action, Equatable { case incremented, decremented }
  }

  enum Quote {
    enum Action: Runnel.Action, Equatable { case loaded(String) }
    struct Load: Command, Equatable {}
  }

  struct AppState: Equatable, Sendable { var counter = Counter.State() }

  static let app = Store(state: AppState())

  struct CounterView: View {
    @State private var model: ViewStoreOf<Counter.State, Counter.Action>

    init(store: StoreOf<Counter.State, Counter.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      Text("\(model.count)")
      Button("Add") { model.dispatch(.incremented) }
    }
  }

  struct CounterApp: App {
    private let disposer = Disposer()

    init() {
      app.handle(Quote.Load.self) { _ in
        .once {
          let (data, _) = try await URLSession.shared.data(from: quoteURL)
          return Quote.Action.loaded(String(decoding: data, as: UTF8.self))
        }
      }
      .dispose(on: disposer)
    }

    var body: some Scene {
      WindowGroup { CounterView(store: app.scope(\.counter, accepting: Counter.Action.self)) }
    }
  }

  private static let quoteURL = URL(fileURLWithPath: "/quote")
}
