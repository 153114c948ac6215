// SPDX-License-Identifier: MIT

/// Timers, throttle windows and queues of limited effects.
extension EffectStateMachine {
  // MARK: Timers

  mutating func wait(_ duration: Duration, for node: EffectNode) {
    guard !node.hasEnded else { return }
    let timer = EffectTimer(.node(node), duration)
    node.timer = timer
    start(timer)
  }

  private mutating func start(_ timer: EffectTimer) {
    taskCount += 1
    add(.wait(timer))
  }

  mutating func stop(_ timer: EffectTimer) {
    timer.isOver = true
    if let task = timer.task { add(.cancel(task)) }
    timer.task = nil
  }

  /// Continues what a timer has delayed.
  ///
  /// - Parameters:
  ///   - timer: The timer, whose task is about to end.
  ///   - error: The error with which the clock failed, if it did.
  mutating func fired(_ timer: EffectTimer, _ error: (any Error)?) {
    taskCount -= 1
    timer.task = nil
    // A timer that was stopped fails with a `CancellationError`, which isn't an error of the clock.
    guard !timer.isOver else { return }
    timer.isOver = true
    switch timer.purpose {
    case .node(let node): fired(node, error)
    case .window(let id, let opener): closeWindow(id, opener, error)
    }
    processSteps()
  }

  private mutating func fired(_ node: EffectNode, _ error: (any Error)?) {
    guard !node.hasEnded else { return }
    node.timer = nil
    if let error { return end(node, .failed(error, node.site)) }
    switch node.modifier {
    case .timeout(let duration):
      return end(node, .failed(EffectTimeoutError(duration: duration), node.site))
    case .debounce(let id, _):
      if debounced[id] === node { debounced[id] = nil }
    default:
      break
    }
    beginChild(of: node)
  }

  // MARK: Throttle windows

  mutating func throttle(
    _ node: EffectNode,
    _ id: EffectID,
    _ duration: Duration,
    latest: Bool
  ) {
    guard duration > .zero else { return beginChild(of: node) }
    guard let window = windows[id] else {
      openWindow(id, duration, node)
      return beginChild(of: node)
    }
    guard latest else { return end(node, .finished) }
    windows[id]?.held = node
    if let held = window.held { end(held, .finished) }
  }

  private mutating func openWindow(_ id: EffectID, _ duration: Duration, _ opener: EffectNode) {
    let timer = EffectTimer(.window(id, opener: opener), duration)
    windows[id] = ThrottleWindow(timer: timer)
    start(timer)
  }

  private mutating func closeWindow(_ id: EffectID, _ opener: EffectNode, _ error: (any Error)?) {
    guard let window = windows.removeValue(forKey: id) else { return }
    add(.releaseWindow(window))
    if let error {
      // The effect that waits for the clock fails, or else the one that made it necessary to wait.
      let node = window.held ?? opener
      let outcome = EffectOutcome.failed(error, node.site)
      return node.hasEnded ? add(.report(error, node.site)) : end(node, outcome)
    }
    guard let node = window.held, case .throttle(_, let duration, _) = node.modifier else { return }
    openWindow(id, duration, node)
    beginChild(of: node)
  }

  // MARK: Queues of limited effects

  mutating func enqueue(_ node: EffectNode, _ id: EffectID, _ limit: Int) {
    let queue = queues[id] ?? EffectQueue(id: id)
    queues[id] = queue
    node.queue = queue
    if !queue.hasWaiting, queue.runningCount < limit {
      run(node, in: queue)
    } else {
      queue.append(node)
    }
  }

  private mutating func run(_ node: EffectNode, in queue: EffectQueue) {
    queue.runningCount += 1
    node.isRunningInQueue = true
    beginChild(of: node)
  }

  mutating func leaveQueue(_ node: EffectNode) {
    guard let queue = node.queue.take() else { return }
    if node.isRunningInQueue { queue.runningCount -= 1 } else { queue.waitingEffectEnded() }
    steps.append(.advance(queue, afterBegin: false))
  }

  /// Begins the next effect of a queue, as far as its limit allows.
  ///
  /// A further step begins the effect after it.
  mutating func advance(_ queue: EffectQueue, afterBegin: Bool) {
    // An effect of the queue that has just begun may have ended, but what follows from its end
    // comes first.
    guard afterBegin || !queue.isAdvancing else { return }
    queue.isAdvancing = false
    if let node = queue.popRunnable() {
      queue.isAdvancing = true
      steps.append(.advance(queue, afterBegin: true))
      run(node, in: queue)
    } else if queue.isUnused, queues[queue.id] === queue {
      queues[queue.id] = nil
    }
  }
}
