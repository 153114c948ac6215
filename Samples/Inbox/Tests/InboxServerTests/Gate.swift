// SPDX-License-Identifier: MIT

@testable import InboxServer

/// A gate that tasks wait at while it is closed.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    for task in waiting { task.resume() }
  }

  func close() {
    state.withLock { $0.isOpen = false }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
