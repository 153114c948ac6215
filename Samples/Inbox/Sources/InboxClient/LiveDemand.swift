// SPDX-License-Identifier: MIT

import NIOConcurrencyHelpers
import NIOCore

/// Stops and continues reading from a socket as its consumer keeps up.
final class LiveDemand: NIOAsyncSequenceProducerDelegate {
  private let channel: any Channel
  private let paused = NIOLockedValueBox(false)

  init(channel: any Channel) {
    self.channel = channel
  }

  /// Whether reading has stopped until the consumer needs more events.
  var isPaused: Bool { paused.withLockedValue { $0 } }

  /// Stops reading.
  ///
  /// It must be called on the socket's event loop.
  func pause() {
    paused.withLockedValue { $0 = true }
    channel.setOption(.autoRead, value: false).assumeIsolated().whenFailure { _ in }
  }

  func produceMore() {
    // The event loop orders this after a `pause` that it is performing.
    channel.eventLoop.execute { [self] in
      paused.withLockedValue { $0 = false }
      channel.setOption(.autoRead, value: true).assumeIsolated().whenFailure { _ in }
    }
  }

  func didTerminate() {
    channel.close(promise: nil)
  }
}
