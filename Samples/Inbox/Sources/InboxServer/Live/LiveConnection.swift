// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import InboxWire

/// The frames to one client.
///
/// The server reads events from the database when the client has taken the ones before. So a slow
/// client blocks no other one, and needs no memory: its backlog stays in the database.
actor LiveConnection {
  /// The largest number of events in memory.
  private static let batch = 50

  private let storage: Storage
  private let hub: LiveHub
  private let token: String?
  private let mailbox = LiveMailbox()
  private let id: Int
  private let reader: Task<Void, Never>
  private var revision: Int64
  private var events: ArraySlice<WireEvent> = []
  private var isEnded = false

  init(
    storage: Storage, hub: LiveHub, token: String?, since revision: Int64,
    client: AsyncThrowingStream<WSFrame, any Error>
  ) {
    self.storage = storage
    self.hub = hub
    self.token = token
    self.revision = revision
    id = hub.add(mailbox)
    reader = Task { [mailbox] in await Self.read(client, into: mailbox) }
  }

  deinit {
    // FlyingFox drops the frames when a write has failed, and closes the socket afterward.
    reader.cancel()
    hub.remove(id)
  }

  /// Returns the next frame, as soon as there is one, or `nil` after the last one.
  func nextFrame() async -> WSFrame? {
    while !isEnded {
      let signals = mailbox.take()
      if let code = signals.end { return end(code) }
      if let payload = signals.pong { return frame(.pong, payload) }
      if let event = events.popFirst() { return text(event) }
      do {
        let changes = try await storage.changes(token, since: revision, limit: Self.batch)
        events = changes.events[...]
        revision = changes.revision
      } catch is WireFailure {
        // The user has logged out.
        return end(.policyViolation)
      } catch {
        return end(.internalServerError)
      }
      if !events.isEmpty { continue }
      if signals.needsPing { return frame(.ping, Data()) }
      if await !mailbox.wait() { break }
    }
    // The socket must not close while the reader waits for it.
    reader.cancel()
    await reader.value
    return nil
  }

  private func end(_ code: WSCloseCode) -> WSFrame {
    isEnded = true
    return .close(code: code)
  }

  private func text(_ event: WireEvent) -> WSFrame {
    guard let data = try? JSONEncoder().encode(event) else { return end(.internalServerError) }
    return frame(.text, data)
  }

  private func frame(_ opcode: WSFrame.Opcode, _ payload: Data) -> WSFrame {
    WSFrame(fin: true, opcode: opcode, mask: nil, payload: payload)
  }

  /// Reads what the client sends, until it closes the socket or breaks the protocol.
  private static func read(
    _ client: AsyncThrowingStream<WSFrame, any Error>, into mailbox: LiveMailbox
  ) async {
    do {
      for try await frame in client {
        switch frame.opcode {
        case .ping where frame.payload.count <= 125:
          mailbox.post { $0.pong = frame.payload }
        case .pong:
          continue
        default:
          // Clients only listen.
          return mailbox.post { $0.end = .normalClosure }
        }
      }
    } catch {}
    mailbox.post { $0.end = .normalClosure }
  }
}
