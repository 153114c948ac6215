// SPDX-License-Identifier: MIT

// The first code of the README is a whole file, with its own imports.

import Runnel
import SwiftUI

#snippet("README.md", "Runnel")

struct CounterApp: View {
  struct AppState: Equatable, Sendable { var counter = Counter.State() }

  let app: Store<AppState>

  var body: some View {
    #snippet("README.md", "Compose an app", 2)
  }
}
