// SPDX-License-Identifier: MIT

// The first code of the README is a whole file, with its own imports.

import Runnel
import SwiftUI

#snippet("README.md", "Runnel")

struct CounterAppState: Equatable, Sendable { var counter = Counter.State() }

@MainActor func showCounter(of app: Store<CounterAppState>) -> CounterView {
  #snippet("README.md", "Compose an app", 2)
  return CounterView(counter: counter)
}
