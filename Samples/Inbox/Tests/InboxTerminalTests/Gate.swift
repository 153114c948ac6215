// SPDX-License-Identifier: MIT

/// A gate that is open, until a test closes it.
actor Gate {
  private var isClosed = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []

  /// Closes the gate.
  func close() { isClosed = true }

  /// Returns when the gate is open.
  func pass() async {
    guard isClosed else { return }
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      arrivals.forEach { $0.resume() }
      arrivals = []
    }
  }

  /// Returns when a caller waits at the gate.
  func waitForCaller() async {
    guard waiting.isEmpty else { return }
    await withCheckedContinuation { arrivals.append($0) }
  }

  /// Opens the gate.
  func open() {
    isClosed = false
    waiting.forEach { $0.resume() }
    waiting = []
  }
}
