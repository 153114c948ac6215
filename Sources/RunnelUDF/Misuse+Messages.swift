// SPDX-License-Identifier: MIT

import Runnel

extension Misuse {
  static func listenerWithoutProps(_ listener: Any.Type) -> Misuse {
    Misuse(
      site: CallSite(file: "?", line: 0),
      headline: "Action listener \(listener) has no place for its props.",
      why: "it implements neither `update(props:)` nor a property `props`.",
      fix: "implement `update(props:)`.")
  }
}
