// SPDX-License-Identifier: MIT

/// The end of effects.
extension EffectStateMachine {
  /// Ends the effect of a task that has finished, or continues with another effect in its place.
  package mutating func taskEnded(
    _ node: EffectNode, _ failure: EffectFailure?, continuingWith effect: UntypedEffect? = nil
  ) {
    taskCount -= 1
    node.task = nil
    if let effect { replace(node, with: effect) } else { end(node, failure) }
    add(.release(node, node.kind.take()))
  }

  /// Begins the effect that a `catch` or a command's handler returned.
  package mutating func replace(_ node: EffectNode, with effect: UntypedEffect) {
    guard !node.hasEnded else { return }
    // The effect takes the place of the node instead of lying inside it. Otherwise an effect that
    // starts itself again whenever it fails would be nested deeper each time.
    let place = node.place
    place.parent?.setChild(nil, at: place.slot)
    finish(node)
    steps.append(.begin(effect, place))
  }

  /// Continues a `retry` whose attempt failed, and may have run long enough to reset it.
  package mutating func attemptFailed(_ node: EffectNode, _ failure: EffectFailure, isReset: Bool) {
    guard !node.hasEnded, case .retry(let limit, let backoff, _) = node.modifier else { return }
    if isReset { node.failures = 0 }
    retry(node, limit, backoff, failure)
  }

  /// Counts the failure of a `retry`, and has the runner compute the pause before the next attempt.
  private mutating func retry(
    _ node: EffectNode, _ limit: Int, _ backoff: Backoff, _ failure: EffectFailure
  ) {
    guard node.failures < limit else { return end(node, failure) }
    node.failures += 1
    placeParts(of: node)
    add(.retry(node, backoff))
  }

  /// Starts the child of a `retry` again, after a pause.
  package mutating func retry(_ node: EffectNode, after pause: Duration) {
    guard !node.hasEnded else { return }
    if pause > .zero { wait(pause, for: node) } else { begin(of: node) }
  }

  mutating func childEnded(at place: EffectNode.Place, _ failure: EffectFailure?) {
    guard let node = place.parent else {
      let root = place.context.root
      guard let failure else { return close(root) }
      // Its nodes have ended: nothing is listed as running during the report.
      root.node = nil
      return add(.report(failure, root))
    }
    guard !node.hasEnded else { return }
    if node.child(at: place.slot)?.hasEnded == true {
      // Canceled before its turn, which comes if the effect around it is a running list.
      if case .list = node.kind, !node.isPlaced { return }
    } else {
      node.setChild(nil, at: place.slot)
    }
    if let failure {
      switch node.modifier {
      case .catch(let handler):
        return add(.recover(node, handler, failure.error))
      case .retry(_, _, let duration?):
        placeParts(of: node)
        return add(.measureAttempt(node, failure, duration))
      case .retry(let limit, let backoff, nil):
        return retry(node, limit, backoff, failure)
      default:
        return end(node, failure)
      }
    }
    node.openCount -= 1
    guard node.openCount > 0 else { return end(node) }
    if case .list(let list) = node.kind, list.isSequence, !node.isPlaced {
      begin(list.effects.count - node.openCount, of: node)
    }
  }

  /// Ends a running effect, so that the effect around it continues.
  mutating func end(_ node: EffectNode, _ failure: EffectFailure? = nil) {
    stop(CollectionOfOne(node), failure, fromOutside: false)
  }

  /// Ends effects and everything inside them, and appends what follows from that, in order.
  ///
  /// To the effects around them, effects that are ended from outside have finished.
  mutating func stop(
    _ nodes: some Collection<EffectNode>, _ failure: EffectFailure? = nil, fromOutside: Bool = true
  ) {
    let first = steps.count
    // All of them end before any effect around them or behind them in a queue continues.
    for node in nodes where !node.hasEnded {
      let place = node.place
      if !node.isPlaced { place.parent?.setChild(nil, at: place.slot) }
      ending.append(node)
      while let next = ending.popLast() {
        if next.hasEnded { continue }
        next.appendChildren(to: &ending)
        next.removeChildren()
        finish(next)
        next.wasStopped = true
      }
      node.wasStopped = fromOutside
      steps.append(.childEnded(place, failure))
    }
    var (lower, upper) = (first, steps.count - 1)
    while lower < upper {
      steps.swapAt(lower, upper)
      (lower, upper) = (lower + 1, upper - 1)
    }
  }

  /// Removes one node from everything that refers to it.
  private mutating func finish(_ node: EffectNode) {
    node.parent = nil
    stop(node)
    if let timer = node.timer.take() { stop(timer) }
    switch node.kind {
    case .work, .perform:
      // The task reads the kind until it ends.
      return add(.release(node, nil))
    case .modified(let modified) where modified.modifier.id != nil:
      leaveGroup(node)
    default:
      break
    }
    add(.release(node, node.kind.take()))
  }

  /// Cancels the task of a leaf or timer, if any.
  mutating func stop(_ item: EffectTask) {
    item.hasEnded = true
    if let task = item.task.take() { add(.cancel(task)) }
  }

  private mutating func leaveGroup(_ node: EffectNode) {
    let scope = node.context.scope
    guard let group = scope.group else { return }
    if group.held === node { group.held = nil }
    if let queue = node.queue.take() {
      if node.hasBegun { queue.runningCount -= 1 } else { queue.waitingEffectEnded() }
      if !queue.isAdvancing { steps.append(.advance(queue)) }
    }
    close(scope)
  }
}
