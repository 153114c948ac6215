// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

extension Misuse {
  static func notRecordable(
    _ type: Any.Type, _ problem: String, isState: Bool, at site: CallSite
  ) -> Misuse {
    let name = TypeName.withoutModule(type)
    return Misuse(
      site: site, headline: "\(name) can't be recorded as JSON.",
      why: problem
        + (isState
          ? ". The recording lacks this state."
          : ". The recording has the action as text, and can't be replayed."),
      fix: "encode such values in another way, or "
        + (isState
          ? "change the state with `redactingState`." : "replace the action with `redacting`."))
  }
}
