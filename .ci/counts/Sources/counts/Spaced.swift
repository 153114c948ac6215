// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// Updates of the main thread, one at a time, whose system calls `.ci/allocations` counts.
enum Spaced: String {
  /// An action to an idle store, which updates a view.
  case view
  /// A block on an idle queue, which sends another one to the main queue: the minimum.
  case blocks

  /// Performs `count` updates, each after the previous one has arrived.
  @MainActor
  func run(_ count: Int) async {
    let isUpdated = DispatchSemaphore(value: 0)
    switch self {
    case .view:
      let store = Store(state: CountState(), reducer: countReducer)
      let view = CountView()
      view.connect(to: store.scope(\.counter))
      defer { view.disposer.dispose() }
      await store.settled()
      view.onUpdate = { isUpdated.signal() }
      await Self.repeated(count) {
        store.dispatch(CountAction.incremented)
        isUpdated.wait()
      }
      precondition(view.updates == count + 1)
    case .blocks:
      let queue = DispatchQueue(label: "counts.blocks")
      await Self.repeated(count) {
        queue.async { DispatchQueue.main.async { isUpdated.signal() } }
        isUpdated.wait()
      }
    }
  }

  private nonisolated static func repeated(
    _ count: Int, _ update: @escaping @Sendable () -> Void
  ) async {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        for _ in 0..<count { update() }
        done.resume()
      }
    }
  }
}
