// SPDX-License-Identifier: MIT

import Dispatch

/// The floor: the minimum work of a store that reduces off the caller's thread.
///
/// Actions of one type are appended to an array under a lock. A block on a serial queue handles
/// them until none is left. There are no existentials, no observers and no reads from outside. It
/// isn't usable as a store: it measures the cost of the work itself.
///
/// With `capacity`, the array never grows, so that no action is moved.
final class FloorMailbox<State, Action>: @unchecked Sendable {
  // Invariant for `@unchecked`: `lock` guards `waiting` and `isDraining`. Only the drain accesses
  // `state` and `batch`, and at most one drain runs. Others read `state` only while no action is
  // pending.
  let queue: DispatchQueue
  private let lock = PlainLock()
  private var waiting: ContiguousArray<Action> = []
  private var isDraining = false
  private var batch: ContiguousArray<Action> = []
  private(set) var state: State
  private let handle: (inout State, Action) -> Void

  init(
    state: State,
    capacity: Int = 0,
    queue: DispatchQueue = DispatchQueue(label: "floor"),
    handle: @escaping (inout State, Action) -> Void
  ) {
    self.state = state
    self.queue = queue
    self.handle = handle
    waiting.reserveCapacity(capacity)
    batch.reserveCapacity(capacity)
  }

  func post(_ action: Action) {
    lock.lock()
    waiting.append(action)
    let isFirst = !isDraining
    isDraining = true
    lock.unlock()
    if isFirst { queue.async { self.drain() } }
  }

  private func drain() {
    while takeBatch() {
      for action in batch { handle(&state, action) }
      batch.removeAll(keepingCapacity: true)
    }
  }

  /// Takes all pending actions, or ends the drain if there are none.
  ///
  /// Continuing in the same block was faster than a block for each batch, under any load.
  private func takeBatch() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    swap(&waiting, &batch)
    isDraining = !batch.isEmpty
    return isDraining
  }

  /// The state after all posted actions.
  ///
  /// No action can be posted meanwhile.
  var settled: State { queue.sync { state } }
}
