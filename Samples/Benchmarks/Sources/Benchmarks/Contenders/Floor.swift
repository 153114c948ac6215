// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization

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
  private let queue = DispatchQueue(label: "floor")
  private let lock = PlainLock()
  private var waiting: ContiguousArray<Action> = []
  private var isDraining = false
  private var batch: ContiguousArray<Action> = []
  private var state: State
  private let handle: (inout State, Action) -> Void

  init(state: State, capacity: Int = 0, handle: @escaping (inout State, Action) -> Void) {
    self.state = state
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

  /// The state after all posted actions: no action can be posted meanwhile.
  var settled: State { queue.sync { state } }
}

extension FloorMailbox where State == Count {
  /// Creates a mailbox that increments, and notifies an observer of a changed number.
  convenience init(notifying observer: @escaping (Int) -> Void) {
    let observers = [observer]
    // `nonisolated(unsafe)`: accessed only by the drain of the mailbox.
    nonisolated(unsafe) var last = 0
    self.init(state: Count()) { state, _ in
      state.count += 1
      guard state.count != last else { return }
      last = state.count
      for observer in observers { observer(state.count) }
    }
  }
}

/// The floor's update of a view on main: the newest value, with at most one pending update.
final class Newest: Sendable {
  private let value = Atomic(0)
  private let isAwaited = Atomic(false)
  private let show: @MainActor @Sendable (Int) -> Void

  init(_ show: @escaping @MainActor @Sendable (Int) -> Void) { self.show = show }

  func deliver(_ newValue: Int) {
    value.store(newValue, ordering: .releasing)
    guard !isAwaited.exchange(true, ordering: .acquiringAndReleasing) else { return }
    DispatchQueue.main.async { [self] in
      isAwaited.store(false, ordering: .sequentiallyConsistent)
      show(value.load(ordering: .sequentiallyConsistent))
    }
  }
}

final class PlainLock: @unchecked Sendable {
  // Invariant for `@unchecked`: `primitive` is constant and points to memory that this object owns.
  // Only functions of the system access that memory.
  #if canImport(Darwin)
    private let primitive = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)
    init() { primitive.initialize(to: os_unfair_lock()) }
    func lock() { os_unfair_lock_lock(primitive) }
    func unlock() { os_unfair_lock_unlock(primitive) }
  #else
    private let primitive = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    init() { pthread_mutex_init(primitive, nil) }
    func lock() { pthread_mutex_lock(primitive) }
    func unlock() { pthread_mutex_unlock(primitive) }
  #endif
  deinit { primitive.deallocate() }
}
