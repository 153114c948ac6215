// SPDX-License-Identifier: MIT

// The examples of previews. `#Preview` is a macro that only Xcode can expand.

import Runnel
import RunnelObservation
import SwiftUI

enum Mail {
  struct State: Equatable, Sendable {
    var subjects: [String] = []
    var isLoading = false
    var problem: String?
  }

  enum Action: Runnel.Action { case refreshTapped, loaded([String]) }
}

#snippet("Preview a fixed state", 2)
#snippet("Preview a feature's package")
#snippet("Preview a fixed state")

#if canImport(Combine)
  struct MailTitle: PropsView {
    struct Props: Equatable {
      var title: String
      var isUnread: Bool
    }

    let props: Props

    var body: some View { Text(props.title) }
  }

  #snippet("Preview a feature's package", 2)
#endif
