// SPDX-License-Identifier: MIT

/// The end of effects.
extension EffectStateMachine {
  /// Ends the effect of a task that has finished.
  mutating func taskEnded(_ node: EffectNode, _ outcome: EffectOutcome) {
    taskCount -= 1
    node.task = nil
    end(node, outcome)
    add(.release(node, node.kind))
    node.kind = nil
    processSteps()
  }

  /// Continues with the effect that a `catch` returned.
  mutating func recovered(_ node: EffectNode, with effect: Effect) {
    guard !node.hasEnded else { return }
    // The effect takes the place of the `catch` instead of lying inside it. Otherwise an effect
    // that starts itself again whenever it fails would be nested deeper each time.
    let place = node.place
    place.parent?.setChild(nil, at: place.slot)
    finish(node)
    steps.append(.begin(effect, place))
    processSteps()
  }

  /// Starts the child of a `retry` again, after a pause.
  mutating func retry(_ node: EffectNode, after pause: Duration) {
    guard !node.hasEnded else { return }
    if pause > .zero { wait(pause, for: node) } else { beginChild(of: node) }
    processSteps()
  }

  mutating func childEnded(at place: EffectPlace, _ outcome: EffectOutcome) {
    guard let node = place.parent else {
      if case .failed(let error, let site) = outcome { add(.report(error, site)) }
      return close(place.context.root)
    }
    guard !node.hasEnded else { return }
    node.setChild(nil, at: place.slot)
    switch outcome {
    case .failed(let error, _): childFailed(node, error, outcome)
    case .finished: childFinished(node)
    }
  }

  private mutating func childFailed(
    _ node: EffectNode,
    _ error: any Error,
    _ outcome: EffectOutcome
  ) {
    switch node.modifier {
    case .catch(let handler):
      add(.recover(node, handler, error))
    case .retry(let limit, let backoff) where node.failures < limit:
      node.failures += 1
      add(.retry(node, backoff))
    default:
      end(node, outcome)
    }
  }

  private mutating func childFinished(_ node: EffectNode) {
    switch node.kind {
    case .merge, .concat:
      node.openCount -= 1
      if node.openCount == 0 { return end(node, .finished) }
      guard case .concat(let list) = node.kind else { return }
      begin(list.effects.count - node.openCount, of: node)
    default:
      end(node, .finished)
    }
  }

  /// Ends a running effect, so that the effect around it continues.
  mutating func end(_ node: EffectNode, _ outcome: EffectOutcome) {
    let first = steps.count
    stop(node, outcome, wasStopped: false)
    reverseSteps(from: first)
  }

  /// Ends all running effects with an ID, except those around `spared`.
  mutating func cancel(_ id: EffectID, sparing spared: CancellationScope?) {
    cancellationCount += 1
    stop(index.cancel(id, sparing: spared).compactMap(\.node))
  }

  /// Ends effects from outside, so that to the effects around them they have finished.
  mutating func stop(_ nodes: [EffectNode]) {
    let first = steps.count
    // All of them end before any effect around them or behind them in a queue continues.
    for node in nodes { stop(node, .finished, wasStopped: true) }
    reverseSteps(from: first)
  }

  /// Ends an effect and everything inside it, and appends what follows from that in order.
  private mutating func stop(_ node: EffectNode, _ outcome: EffectOutcome, wasStopped: Bool) {
    guard !node.hasEnded else { return }
    let place = node.place
    place.parent?.setChild(nil, at: place.slot)
    ending.append(node)
    while let next = ending.popLast() {
      next.appendChildren(to: &ending)
      next.removeChildren()
      finish(next)
      next.wasStopped = true
    }
    node.wasStopped = wasStopped
    steps.append(.childEnded(place, outcome))
  }

  private mutating func reverseSteps(from first: Int) {
    var (lower, upper) = (first, steps.count - 1)
    while lower < upper {
      steps.swapAt(lower, upper)
      (lower, upper) = (lower + 1, upper - 1)
    }
  }

  /// Removes one node from everything that refers to it.
  private mutating func finish(_ node: EffectNode) {
    node.hasEnded = true
    node.parent = nil
    if let timer = node.timer { stop(timer) }
    node.timer = nil
    if let task = node.task { add(.cancel(task)) }
    node.task = nil
    switch node.kind {
    case .work, .perform:
      // The task reads the kind until it ends.
      return add(.release(node, nil))
    case .modified(let modified):
      finish(node, modified.modifier)
    default:
      break
    }
    add(.release(node, node.kind))
    node.kind = nil
  }

  private mutating func finish(_ node: EffectNode, _ modifier: EffectModifier) {
    switch modifier {
    case .debounce(let id, _):
      if debounced[id] === node { debounced[id] = nil }
    case .throttle(let id, _, _):
      if windows[id]?.held === node { windows[id]?.held = nil }
    case .limited:
      leaveQueue(node)
    default:
      break
    }
    if modifier.id != nil { close(node.context.scope) }
  }
}
