// SPDX-License-Identifier: MIT

extension EffectStateMachine {
  /// Ends the effect of a task that has finished, or continues with another effect in its place.
  package mutating func taskEnded(
    _ node: EffectNode, _ failure: EffectFailure?, continuingWith effect: UntypedEffect? = nil
  ) {
    taskCount -= 1
    node.task = nil
    if let effect { replace(node, with: effect) } else { end(node, failure) }
    add(.release(node, node.effect.take()))
  }

  /// Begins the effect that a `catch` or a command's handler returned.
  package mutating func replace(_ node: EffectNode, with effect: UntypedEffect?) {
    guard !node.hasEnded, let parent = node.parent else { return }
    // The effect takes the place of the node instead of lying inside it. Otherwise, one that starts
    // itself again whenever it fails would be nested deeper each time.
    parent.setChild(nil, at: node.slot)
    // A modifier around detached effects alone belongs to them.
    let isDetached = node.isDetached && !parent.isDetached
    finish(node)
    let next = isDetached ? .modified(effect, by: .detached) : effect
    steps.append(.begin(next, in: parent, at: node.slot))
  }

  /// Counts the failure of a `retry`, as the first one if the attempt ran long enough to reset it,
  /// and has the runner compute the pause before the next attempt.
  package mutating func attemptFailed(_ node: EffectNode, _ failure: EffectFailure, isReset: Bool) {
    guard !node.hasEnded, case .retry(let limit, let backoff, _) = node.effect?.kind
    else { return }
    if isReset { node.failures = 0 }
    guard node.failures < limit else { return end(node, failure) }
    node.failures += 1
    placeParts(of: node)
    add(.retry(node, backoff))
  }

  mutating func childEnded(_ node: EffectNode, at slot: Int, _ failure: EffectFailure?) {
    guard !node.hasEnded else { return }
    if node.child(at: slot)?.hasEnded == true {
      // Canceled before its turn, which comes if the effect around it is a running list.
      if node.effect?.isList == true, !node.isPlaced { return }
    } else {
      node.setChild(nil, at: slot)
    }
    if let failure { return childFailed(node, failure) }
    node.openCount -= 1
    guard node.openCount > 0 else { return end(node) }
    if let list = node.effect, list.isSequence, !node.isPlaced {
      begin(list.count - node.openCount, of: node)
    }
  }

  private mutating func childFailed(_ node: EffectNode, _ failure: EffectFailure) {
    switch node.effect?.kind {
    case .catch(let handler):
      add(.recover(node, handler, failure.error))
    case .retry(_, _, let duration?):
      placeParts(of: node)
      add(.measureAttempt(node, failure, duration))
    case .retry(_, _, nil):
      attemptFailed(node, failure, isReset: false)
    default:
      end(node, failure)
    }
  }

  /// Ends a running effect, so that the effect around it continues.
  mutating func end(_ node: EffectNode, _ failure: EffectFailure? = nil) {
    if node.parent != nil {
      let first = steps.count
      stop(node, failure, fromOutside: false)
      reverseSteps(from: first)
    } else if let failure {
      add(.report(failure, node.root))
    } else {
      close(node)
    }
  }

  /// Ends effects and everything inside them before any effect around them or behind them in a
  /// queue continues, and appends what follows from that, in order.
  mutating func stop(_ nodes: [EffectNode]) {
    let first = steps.count
    for node in nodes { stop(node, nil, fromOutside: true) }
    reverseSteps(from: first)
  }

  /// Ends an effect and everything inside it, or for a root what is inside it.
  ///
  /// To the effects around it, one that is ended from outside has finished.
  private mutating func stop(_ node: EffectNode, _ failure: EffectFailure?, fromOutside: Bool) {
    guard let node = node.parent == nil ? node.child(at: 0) : node, !node.hasEnded,
      let parent = node.parent
    else { return }
    if !node.isPlaced { parent.setChild(nil, at: node.slot) }
    ending.append(node)
    while let next = ending.popLast() {
      if next.hasEnded { continue }
      next.appendChildren(to: &ending)
      next.removeChildren()
      finish(next)
      next.wasStopped = true
    }
    node.wasStopped = fromOutside
    steps.append(.childEnded(parent, at: node.slot, failure))
  }

  private mutating func reverseSteps(from first: Int) {
    // In place: a slice would copy the stack.
    var (lower, upper) = (first, steps.count - 1)
    while lower < upper {
      steps.swapAt(lower, upper)
      (lower, upper) = (lower + 1, upper - 1)
    }
  }

  /// Removes one node from everything that refers to it.
  private mutating func finish(_ node: EffectNode) {
    stop(node)
    if let timer = node.timer.take() { stop(timer) }
    if let group = node.group {
      if group.held === node { group.held = nil }
      if let queue = node.queue.take() {
        if node.hasBegun {
          queue.runningCount -= 1
        } else {
          queue.waitingEffectEnded { add(.release($0, nil)) }
        }
        if !queue.isAdvancing { steps.append(.advance(queue)) }
      }
      close(node)
    }
    // A task reads its effect until it ends.
    add(.release(node, node.isWork ? nil : node.effect.take()))
  }

  mutating func stop(_ item: EffectTask) {
    item.hasEnded = true
    if let task = item.task.take() { add(.cancel(task)) }
  }
}
