// SPDX-License-Identifier: MIT

// The SwiftUI examples of other libraries, and the SwiftUI and Combine snippets of the article
// about these libraries.

import Observation
import Runnel
import RunnelObservation
import SwiftUI

#if canImport(Combine)
  import Combine

  enum FromUDF {
    struct App: Sendable { var counter = 0 }

    enum CounterAction: Action { case incremented, decremented }
    #snippet("MigratingFromUDF.md", "Equivalents", 17...18)

    struct Screen: View {
      let store: Store<App>

      var body: some View { #snippet("MigratingFromUDF.md", "Equivalents", 19) }
    }
  }

  enum FromOneWayInCombine {
    @MainActor static func follow(_ store: Store<FromOneWay.Counter>) {
      var subscriptions: Set<AnyCancellable> = []
      #snippet("MigratingFromOneWay.md", "Equivalents", 10)
    }
  }

  enum FromUnison {
    struct Login: Equatable, Sendable { var name = "" }

    enum LoginEvent: Action { case nameChanged(String), loginTapped }
    #snippet("MigratingFromUnison.md", "Equivalents", 10)

    struct Screen: View {
      let store: Store<Login>

      var body: some View { #snippet("MigratingFromUnison.md", "Equivalents", 11) }
    }
  }
#endif

enum FromOneWay {
  struct Counter: Equatable, Sendable { var number = 0 }

  enum CounterAction: Action { case increment, decrement, twice }

  #snippet("MigratingFromOneWay.md", "Equivalents", 9)
}

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

  #snippet("MigratingFromTCA.md", "Equivalents", 18)
}

extension FromSwiftRex { #snippet("MigratingFromSwiftRex.md", "Equivalents", 6) }

extension FromObservable {
  #snippet("MigratingFromObservable.md", "Equivalents", 5)
  #snippet("MigratingFromObservable.md", "Migrate step by step")

  struct OldTodosView: View {
    @Bindable var todos: TodosModel

    var body: some View {
      TextField("Filter", text: $todos.filter)
      Button("Refresh") { todos.refresh() }
    }
  }
}
