// SPDX-License-Identifier: MIT

import Runnel

extension Misuse {
  static func endlessSending(_ value: Any.Type, length: Int, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      headline: """
        Possible infinite loop: \(length) values were sent to one port of \(value), each while the \
        previous one was being delivered. The last was sent here.
        """,
      why: """
        an observer of the input probably sends to the same input. The thread that sent the first \
        value is still delivering.
        """,
      fix: "send only when a value has changed.")
  }

  static func sharedPort(_ port: String, at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "\(port) shared by two boundaries.",
      why: """
        the input of the boundary created here is or was an input of another boundary. Each would \
        receive the values sent to the other.
        """,
      fix: "create a new `Input` for each boundary and for each mock.")
  }

  static func failedSequence(_ error: any Error, at site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "Unhandled error of a sequence that an input follows: \(error).",
      why: """
        no `onError` was passed here. The input stays open, but receives nothing more from this \
        sequence.
        """,
      fix: "handle the error with `onError`.")
  }
}
