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

  #snippet("Show the state in SwiftUI")
  #snippet("Compose two features", 2)

  private static let quoteURL = URL(fileURLWithPath: "/quote")
}
