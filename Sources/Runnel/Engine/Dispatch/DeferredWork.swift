// SPDX-License-Identifier: MIT

/// Work that a thread leaves to the drain, because it holds a state or must not deliver by itself.
enum DeferredWork {
  /// Deliver the pending values of a subscription on the store's queue.
  case deliver(InlineSubscription)
  /// Remove a subscription that ended while its thread held a state.
  case remove(Subscriber)
  /// Release a scope that was deallocated while its thread held a state.
  case release(Slice)
}
