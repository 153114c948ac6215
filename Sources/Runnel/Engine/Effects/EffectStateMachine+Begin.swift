// SPDX-License-Identifier: MIT

/// The start of effects.
extension EffectStateMachine {
  /// Begins an effect, unless the effect around it has ended.
  mutating func begin(_ effect: UntypedEffect?, in parent: EffectNode, at slot: Int) {
    guard !parent.hasEnded else { return }
    let isOrphaned = parent.hasLostPart && effect?.hasDetached != true
    if let placed = parent.child(at: slot) {
      if !placed.hasEnded {
        placed.isPlaced = false
        return isOrphaned ? end(placed) : begin(placed)
      }
      // Canceled before its turn.
      parent.setChild(nil, at: slot)
      return steps.append(.childEnded(parent, at: slot, nil))
    }
    guard let effect, !effect.isNothing, !isOrphaned else {
      return steps.append(.childEnded(parent, at: slot, nil))
    }
    switch effect.kind {
    case .send(let action):
      if beginAction(of: parent) { add(.send(action, parent, effect.site)) }
      steps.append(.childEnded(parent, at: slot, nil))
    case .cancel(let id):
      steps.append(.childEnded(parent, at: slot, nil))
      cancel(groups[id.used(by: parent.root.address)], sparing: parent.scope, from: parent)
    case .detached where parent.isDetached:
      // Nothing is to be detached here. An effect that starts itself again would nest ever deeper.
      steps.append(.begin(effect[0], in: parent, at: slot))
    default:
      begin(makeNode(effect, in: parent, at: slot))
    }
  }

  private mutating func makeNode(
    _ effect: UntypedEffect, in parent: EffectNode, at slot: Int
  ) -> EffectNode {
    let root = parent.root
    if effect.hasDetached { root.hasDetached = true }
    let id = effect.kind.id?.used(by: root.address)
    let group = id.map { self.group(of: $0) }
    let node = EffectNode(effect, in: parent, at: slot, group: group)
    if node.isWork || group != nil { node.number = nextNumber() }
    parent.setChild(node, at: slot)
    return node
  }

  private mutating func begin(_ node: EffectNode) {
    guard let effect = node.effect, !node.isWork else {
      taskCount += 1
      return add(.start(node))
    }
    node.openCount = effect.count
    if node.group != nil {
      node.number = nextNumber()
      node.list()
    }
    switch effect.kind {
    case .nothing, .send, .work, .perform, .cancel: break
    case .merge, .cancellable(_, cancelInFlight: false), .catch, .retry, .map, .detached:
      begin(of: node)
    case .concatenate:
      placeParts(of: node, from: 1)
      begin(of: node)
    case .cancellable:
      steps.append(.resume(node))
      cancel(node.group, sparing: node, from: node)
    case .debounce:
      steps.append(.resume(node))
      cancel(node.group, onlyDebounced: true, sparing: node, from: node)
    case .timeout(let duration):
      wait(duration, for: node)
      begin(of: node)
    case .delay(let duration):
      wait(duration, for: node)
      placeParts(of: node)
    case .throttle(_, let duration, let latest):
      throttle(node, duration, latest)
    case .limited(_, let limit):
      let queue = queue(for: node)
      node.queue = queue
      if queue.hasWaiting || queue.runningCount >= limit {
        queue.append(node)
        placeParts(of: node)
      } else {
        queue.runningCount += 1
        begin(of: node)
      }
    }
  }

  /// Continues with an effect that has canceled the others with its ID.
  mutating func resume(_ node: EffectNode) {
    guard !node.hasEnded else { return }
    guard case .debounce(_, let duration) = node.effect?.kind else { return begin(of: node) }
    wait(duration, for: node)
    placeParts(of: node)
  }

  /// Begins a part of an effect and, in a merge, the later parts, unless the effect has ended.
  mutating func begin(_ part: Int = 0, of node: EffectNode) {
    guard let effect = node.effect else { return }
    node.hasBegun = true
    switch effect.kind {
    case .merge where part + 1 < effect.count: steps.append(.beginPart(node, part + 1))
    case .retry(_, _, .some): add(.beginAttempt(node))
    default: break
    }
    steps.append(.begin(effect[part], in: node, at: part))
  }

  // MARK: Waiting

  /// Places the parts of an effect that it has yet to begin, so that their IDs can be canceled.
  ///
  /// O(size of the parts with IDs).
  mutating func placeParts(of waiter: EffectNode, from first: Int = 0) {
    var pending = waiter.partsWithIDs(from: first)
    while let (part, parent, slot) = pending.popLast() {
      let node: EffectNode
      if let placed = parent.child(at: slot) {
        // It now waits for an effect that has begun since.
        node = placed
      } else {
        node = makeNode(part, in: parent, at: slot)
        node.isPlaced = true
      }
      if node.hasEnded { continue }
      if node.group != nil { node.list(waitingFor: waiter) }
      pending += node.partsWithIDs(from: 0)
    }
  }

  private mutating func wait(_ duration: Duration, for node: EffectNode) {
    node.timer = startTimer(duration, for: node)
  }

  private mutating func startTimer(_ duration: Duration, for node: EffectNode) -> EffectTimer {
    let timer = EffectTimer(node, duration)
    taskCount += 1
    add(.wait(timer))
    return timer
  }

  /// Continues what a timer has delayed, or fails with the error of the clock.
  package mutating func fired(_ timer: EffectTimer, _ error: (any Error)?) {
    taskCount -= 1
    timer.task = nil
    // A stopped timer fails with a `CancellationError`, which isn't an error of the clock.
    guard !timer.hasEnded else { return }
    timer.hasEnded = true
    let node = timer.node
    guard node.timer === timer else { return closeWindow(of: node, error) }
    node.timer = nil
    if let error { return end(node, EffectFailure(error: error, site: node.site)) }
    if case .timeout(let duration) = node.effect?.kind {
      let error = EffectTimeoutError(duration: duration)
      return end(node, EffectFailure(error: error, site: node.site))
    }
    begin(of: node)
  }

  /// Starts the child of a `retry` again, after a pause.
  package mutating func retry(_ node: EffectNode, after pause: Duration) {
    guard !node.hasEnded else { return }
    if pause > .zero { wait(pause, for: node) } else { begin(of: node) }
  }

  // MARK: Throttling

  private mutating func throttle(_ node: EffectNode, _ duration: Duration, _ latest: Bool) {
    guard duration > .zero, let group = node.group, outerWithSameID(node) == nil
    else { return begin(of: node) }
    if group.window == nil { return open(group, for: node, duration) }
    guard latest else { return end(node) }
    let replaced = group.held
    group.held = node
    placeParts(of: node)
    if let replaced { end(replaced) }
  }

  private mutating func open(_ group: EffectGroup, for node: EffectNode, _ duration: Duration) {
    group.window = startTimer(duration, for: node)
    begin(of: node)
  }

  private mutating func closeWindow(of opener: EffectNode, _ error: (any Error)?) {
    guard let group = opener.group else { return }
    group.window = nil
    let held = group.held.take()
    if let error {
      // The effect that waits for the clock fails, or else the one that made it necessary to wait.
      let node = held ?? opener
      let failure = EffectFailure(error: error, site: node.site)
      if node.hasEnded { add(.report(failure, nil)) } else { end(node, failure) }
    } else if let held, case .throttle(_, let duration, _) = held.effect?.kind {
      open(group, for: held, duration)
    }
    forgetIfUnused(group)
  }

  /// Returns the innermost effect around one that is limited, or throttled, with the same ID.
  ///
  /// O(number of effects with IDs around it), and O(1) if it is the only one with its ID.
  private func outerWithSameID(_ node: EffectNode) -> EffectNode? {
    if node.group?.scopeCount == 1 { return nil }
    var next = node.parent?.scope
    while let outer = next {
      if outer.group === node.group {
        switch (outer.effect?.kind, node.effect?.kind) {
        case (.throttle, .throttle), (.limited, .limited): return outer
        default: break
        }
      }
      next = outer.parent?.scope
    }
    return nil
  }

  // MARK: Limits

  /// Returns the queue of a limited effect.
  ///
  /// Effects inside one that is limited with the same ID have another queue: the effect around them
  /// waits for them.
  private func queue(for node: EffectNode) -> EffectQueue {
    guard let outer = outerWithSameID(node) else {
      return node.group?.queue ?? EffectQueue()
    }
    let queue = outer.innerQueue ?? EffectQueue()
    outer.innerQueue = queue
    return queue
  }

  /// Begins the next effect of a queue, as far as its limit allows, and the rest in further steps.
  mutating func advance(_ queue: EffectQueue) {
    queue.isAdvancing = false
    guard let node = queue.popRunnable({ add(.release($0, nil)) }) else { return }
    // What follows from the start of the effect comes before the next effect.
    queue.isAdvancing = true
    steps.append(.advance(queue))
    queue.runningCount += 1
    begin(of: node)
  }
}
