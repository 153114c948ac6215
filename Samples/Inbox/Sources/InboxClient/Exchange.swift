// SPDX-License-Identifier: MIT

import NIOConcurrencyHelpers
import NIOCore

/// One result that a connection produces once, within a time, for one waiting task.
///
/// The first result wins: an answer, a failure, the timeout, or the cancellation of the task. The
/// task resumes after the sockets have been closed, so that no file descriptor stays behind.
final class Exchange<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value, any Error>?
    /// A result that came before the task waited for it.
    var early: Result<Value, any Error>?
    var isFinished = false
    /// All sockets that were opened: a name can have several addresses.
    var channels: [any Channel] = []
    var timer: Scheduled<Void>?
  }

  private let state = NIOLockedValueBox(State())

  /// Starts the exchange, and waits for its result.
  func value(
    within timeout: Duration, on loop: any EventLoop, start: () -> Void
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait(with: continuation)
        let timer = loop.scheduleTask(in: TimeAmount(timeout)) {
          self.finish(.failure(InboxError.unavailable("the server didn't answer in time")))
        }
        let isFinished = state.withLockedValue { state in
          if !state.isFinished { state.timer = timer }
          return state.isFinished
        }
        if isFinished { timer.cancel() } else { start() }
      }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
  }

  /// Adds a socket that closes when the exchange ends.
  func add(_ channel: any Channel) {
    let isFinished = state.withLockedValue { state in
      if !state.isFinished { state.channels.append(channel) }
      return state.isFinished
    }
    if isFinished { channel.close(promise: nil) }
  }

  /// Ends the exchange.
  ///
  /// The sockets stay open if `keepsChannel` is true.
  func finish(_ result: Result<Value, any Error>, keepsChannel: Bool = false) {
    let (isFirst, channels, timer) = state.withLockedValue { state in
      let first = !state.isFinished
      state.isFinished = true
      defer {
        state.channels = []
        state.timer = nil
      }
      return (first, state.channels, state.timer)
    }
    guard isFirst else { return }
    timer?.cancel()
    guard !keepsChannel, let loop = channels.first?.eventLoop else { return resume(with: result) }
    for channel in channels { channel.close(promise: nil) }
    EventLoopFuture.andAllComplete(channels.map(\.closeFuture), on: loop).whenComplete { _ in
      self.resume(with: result)
    }
  }

  private func wait(with continuation: CheckedContinuation<Value, any Error>) {
    let early = state.withLockedValue { state in
      if state.early == nil { state.continuation = continuation }
      return state.early.take()
    }
    if let early { continuation.resume(with: early) }
  }

  private func resume(with result: Result<Value, any Error>) {
    let continuation = state.withLockedValue { state in
      if state.continuation == nil { state.early = result }
      return state.continuation.take()
    }
    continuation?.resume(with: result)
  }
}

extension Optional {
  /// Returns the value and leaves `nil`.
  fileprivate mutating func take() -> Self {
    defer { self = nil }
    return self
  }
}
