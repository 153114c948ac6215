// SPDX-License-Identifier: MIT

import Dispatch

/// The floor: what any store does at least that reduces off the caller's thread, and nothing else.
///
/// Actions of one type, appended to an array under a lock, and a block on a serial queue that handles all
/// that gather until there are no more. No existential, no observers, no reading from outside. Nobody could
/// use it as a store; it says what the machine asks for the work itself.
final class FloorMailbox<State, Action>: @unchecked Sendable {
  // `@unchecked`: `waiting` and `isDraining` are touched while `lock` is held, `state` and `batch` by the
  // drain, of which there is one at a time. `state` is read from elsewhere only when nothing waits.
  let queue: DispatchQueue
  private let lock = PlainLock()
  private var waiting: ContiguousArray<Action> = []
  private var isDraining = false
  private var batch: ContiguousArray<Action> = []
  private(set) var state: State
  private let handle: (inout State, Action) -> Void

  init(
    state: State,
    queue: DispatchQueue = DispatchQueue(label: "floor"),
    handle: @escaping (inout State, Action) -> Void
  ) {
    self.state = state
    self.queue = queue
    self.handle = handle
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

  /// Takes all that has gathered; if nothing has, the next one posted has to schedule a drain. To go on in
  /// the same block was quicker than a block for each batch, however busy the machine.
  private func takeBatch() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    swap(&waiting, &batch)
    isDraining = !batch.isEmpty
    return isDraining
  }

  /// The state after what has been posted. Nothing may be posted meanwhile.
  var settled: State { queue.sync { state } }
}
