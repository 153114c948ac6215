// SPDX-License-Identifier: MIT

import Runnel
import ThreadDetail

@testable import InboxApp

extension AppState {
  /// The thread on the screen.
  var thread: ThreadDetailFeature.State? {
    if case .thread(let thread) = session?.path.last { thread } else { nil }
  }
}

extension ThreadDetailFeature.Message {
  var isFailed: Bool { if case .failed = status { true } else { false } }
}
