// SPDX-License-Identifier: MIT

import Runnel

extension Misuse {
  static func deepLinkPattern(_ pattern: String, _ problem: String, at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "Invalid pattern of a deep link: \(pattern)", why: problem,
      fix: "write a path such as `/threads/:id`, with names of its own after each colon and `*` at "
        + "most as the last segment.")
  }
}
