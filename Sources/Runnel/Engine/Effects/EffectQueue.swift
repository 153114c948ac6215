// SPDX-License-Identifier: MIT

/// The effects that are limited with one ID: a count of running ones, a queue of waiting ones.
///
/// Read and written with the state machine locked.
final class EffectQueue {
  var runningCount = 0
  /// Effects in order of arrival, including some that have ended while they waited.
  private var waiting = FIFOQueue<EffectNode>()
  private var endedCount = 0
  /// A step on the stack advances the queue.
  var isAdvancing = false

  var hasWaiting: Bool { waiting.count > endedCount }

  func append(_ node: EffectNode) {
    waiting.append(node)
  }

  /// Records in amortized O(1) that a waiting effect has ended.
  func waitingEffectEnded() {
    endedCount += 1
    guard 2 * endedCount > waiting.count else { return }
    waiting.removeAll { $0.hasEnded }
    endedCount = 0
  }

  /// Takes the next waiting effect out, if the limit of that effect allows it to run.
  func popRunnable() -> EffectNode? {
    while let node = waiting.first {
      if !node.hasEnded, case .limited(_, let limit) = node.modifier {
        return runningCount < limit ? waiting.popFirst() : nil
      }
      _ = waiting.popFirst()
      endedCount -= 1
    }
    return nil
  }
}
