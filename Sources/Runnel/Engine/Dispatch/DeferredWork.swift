// SPDX-License-Identifier: MIT

/// Work that a thread leaves to the drain, so that it neither waits for a reducer nor delivers.
enum DeferredWork {
  /// Deliver the pending values of a subscription on the store's queue.
  case deliver(InlineSubscription)
  /// Remove a subscription that ended while the state was locked.
  case remove(Subscriber)
  /// Release a scope that was deallocated while the state was locked.
  case release(Slice)
}
