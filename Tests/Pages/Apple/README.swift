// SPDX-License-Identifier: MIT

import Runnel
import RunnelObservation
import SwiftUI

/// The screen of the README.
enum ReadmeExample {
  enum Search {
    struct State: Equatable, Sendable {
      var text = ""
      var hits: [String] = []
    }

    enum Action: Runnel.Action, Equatable { case typed(String), found([String]) }
  }

  struct AppState: Equatable, Sendable { var search = Search.State() }

  static let app = Store(state: AppState())

  #snippet("A feature", 3)
}
