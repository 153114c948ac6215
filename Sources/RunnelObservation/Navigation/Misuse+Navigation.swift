// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation

extension Misuse {
  static func writtenPath(_ written: [ScreenID], shown: [ScreenID], at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "A navigation path with other screens was written; it was ignored.",
      why: "the binding shows the screens \(shown) and \(written) was written. A view can only "
        + "remove screens from the top, because a screen needs a state.",
      fix: "push the screen with an action, such as `StackAction.push`, and not with a "
        + "`NavigationLink(value:)`.")
  }
}
