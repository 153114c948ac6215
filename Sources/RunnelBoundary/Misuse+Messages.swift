// SPDX-License-Identifier: MIT

import Runnel

extension Misuse {
  static func endlessSending(_ value: Any.Type, length: Int, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        \(length) values were sent to one port of \(value), each while the one before was being told to those who \
        observe it; the last of them was sent here. This looks like an endless loop: somebody who answers an input \
        by sending it again. The thread that began it does nothing else. Send only when something has changed.
        """
    )
  }

  static func sharedPort(_ port: String, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        A \(port) was given to the boundary made here that is an input of another one, or was. Each would be told \
        what was sent to the other. Make a new `Input` for each boundary, and for each mock.
        """
    )
  }

  static func failedSource(_ error: any Error, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      message: """
        The sequence that an input follows here failed with \(error), and nobody was told. The input goes on, and \
        nothing comes of that sequence any more. Say what to do about it with `onError`.
        """
    )
  }
}
