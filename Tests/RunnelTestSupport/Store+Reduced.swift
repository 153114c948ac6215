// SPDX-License-Identifier: MIT

package import Dispatch
package import Runnel

private struct LastAction: Action {}

extension StoreOf where ActionType == any Action {
  /// Blocks until the actions dispatched so far are reduced and delivered on the store's queue.
  ///
  /// Does not wait for observers on other queues.
  package func waitUntilReduced() {
    let isReduced = Gate()
    let token = onAction { _, action in if action is LastAction { isReduced.open() } }
    dispatch(LastAction())
    isReduced.pass()
    token.dispose()
  }

  /// Waits as `waitUntilReduced()` does, without blocking a thread of Swift's pool.
  package func reduced() async {
    await onThread { self.waitUntilReduced() }
  }
}

/// Creates a serial queue whose work waits until `gate` is open.
package func makeQueue(blockedBy gate: Gate) -> DispatchQueue {
  let queue = DispatchQueue(label: "runnel.tests.blocked")
  queue.async { gate.pass() }
  return queue
}
