// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation

/// What a view means when it writes a navigation path.
enum PathWrite: Equatable {
  /// The path is the one that is shown.
  case nothing
  /// The user has gone back from this screen, and from all above it.
  case dismiss(ScreenID)
  /// The path has screens that aren't shown, or in another order.
  case refused

  /// Compares a written path with the one that the view shows.
  ///
  /// A removed screen is named by its ID. So a write that arrives after the state has changed
  /// removes no other screen.
  init(of written: [ScreenID], whileShowing shown: [ScreenID]) {
    guard shown.starts(with: written) else {
      self = .refused
      return
    }
    self = written.count < shown.count ? .dismiss(shown[written.count]) : .nothing
  }
}
