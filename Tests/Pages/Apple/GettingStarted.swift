// SPDX-License-Identifier: MIT

// The code of GettingStarted.md and of pages with little for Apple's systems only. `#Preview` is a
// macro that only Xcode can expand.

import Foundation
import Runnel
import RunnelObservation
import RunnelPersistence
import Security
import SwiftUI
import XCTest
import XCUIAutomation
import os

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum GettingStartedExample {
  #snippet("Define a feature")
  #snippet("Request data with an effect")

  struct AppState: Equatable, Sendable { var counter = Counter.State() }

  static let app = Store(state: AppState())

  #snippet("Show the state in SwiftUI")
  #snippet("Compose two features", 2)

  private static let quoteURL = URL(fileURLWithPath: "/quote")
}

#snippet("Previews.md", "Preview a fixed state", 2)
#snippet("Previews.md", "Preview a feature's package")
#snippet("Previews.md", "Preview a fixed state")

#if canImport(Combine)
  struct MailTitle: PropsView {
    struct Props: Equatable {
      var title: String
      var isUnread: Bool
    }

    let props: Props

    var body: some View { Text(props.title) }
  }

  #snippet("Previews.md", "Preview a feature's package", 2)
#endif

#snippet("Logging.md", "Send the log to os.Logger")
#snippet("Dependencies.md", "Replace dependencies in UI tests", 3)
#snippet("Persistence.md", "Choose a storage", 3)

private func save(_ token: String) throws { #snippet("Persistence.md", "Choose a storage", 4) }
