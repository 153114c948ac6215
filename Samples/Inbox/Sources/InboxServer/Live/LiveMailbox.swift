// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation

/// What a live socket must do next, apart from sending events.
///
/// It has constant size, whatever its client sends and however slowly it reads.
final class LiveMailbox: Sendable {
  /// The reasons to wake up a socket.
  struct Signals {
    /// The payload of the client's last ping.
    var pong: Data?
    var needsPing = false
    /// The reason why the socket ends.
    var end: WSCloseCode?
  }

  private let signals = Mutex(Signals())
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  init() {
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Wakes the socket, after a change of the signals.
  func post(_ change: (inout Signals) -> Void = { _ in }) {
    signals.withLock { change(&$0) }
    wake.yield()
  }

  /// Returns the signals since the last call.
  ///
  /// The end stays.
  func take() -> Signals {
    signals.withLock { signals in
      defer { signals = Signals(end: signals.end) }
      return signals
    }
  }

  /// Waits for the next change, and returns whether there can be one.
  func wait() async -> Bool {
    for await _ in wakes { return true }
    return false
  }
}
