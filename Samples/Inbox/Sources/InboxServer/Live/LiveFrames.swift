// SPDX-License-Identifier: MIT

import FlyingFox

/// Starts a live socket when a client has been accepted.
struct LiveFrames: WSHandler {
  let storage: Storage
  let hub: LiveHub
  let token: String?
  let revision: Int64

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    let connection = LiveConnection(
      storage: storage, hub: hub, token: token, since: revision, client: client)
    return AsyncStream { await connection.nextFrame() }
  }
}
