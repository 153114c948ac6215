// SPDX-License-Identifier: MIT

// The SwiftUI code of GettingStarted.md, and of pages with little of it. `#Preview` is a macro that
// only Xcode can expand.

import Foundation
import Runnel
import RunnelObservation
import SwiftUI
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

enum Mail {
  struct State: Equatable, Sendable {
    var subjects: [String] = []
    var isLoading = false
    var problem: String?
  }

  enum Action: Runnel.Action { case refreshTapped, loaded([String]) }
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
