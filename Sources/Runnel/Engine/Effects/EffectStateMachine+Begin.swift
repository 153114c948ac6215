// SPDX-License-Identifier: MIT

/// The start of effects.
extension EffectStateMachine {
  /// Begins an effect, unless the effect around it has ended.
  mutating func begin(_ effect: UntypedEffect, at place: EffectNode.Place) {
    guard !place.hasEnded else { return }
    var place = place
    place.enter(effect)
    let isOrphaned = place.context.isOrphaned && !effect.contents.contains(.detached)
    if let placed = place.placed, !placed.hasEnded {
      placed.isPlaced = false
      return isOrphaned ? end(placed) : begin(placed)
    }
    if let parent = place.parent, place.placed != nil {
      // Canceled before its turn.
      parent.setChild(nil, at: place.slot)
      return steps.append(.childEnded(place, nil))
    }
    guard let kind = effect.kind, !isOrphaned else { return steps.append(.childEnded(place, nil)) }
    switch kind {
    case .send(let action):
      if beginAction(of: place.context) { add(.send(action, place.context, effect.site)) }
      steps.append(.childEnded(place, nil))
    case .cancel(let id):
      steps.append(.childEnded(place, nil))
      let id = id.used(by: place.context.root.address)
      cancel(id, sparing: place.context.scope, from: place.parent)
    case .modified(let modified) where modified.modifier.isTransparent:
      steps.append(.begin(modified.effect, place))
    case .work, .perform, .list, .modified:
      begin(makeNode(kind, at: place, effect.site))
    }
  }

  private mutating func makeNode(
    _ kind: UntypedEffect.Kind, at place: EffectNode.Place, _ site: CallSite
  ) -> EffectNode {
    var place = place
    var modifier: EffectModifier?
    switch kind {
    case .work, .perform: place.context.number = nextNumber()
    case .modified(let modified): modifier = modified.modifier
    default: break
    }
    let id = modifier?.id?.used(by: place.context.root.address)
    if let id {
      let isDebounced = if case .debounce = modifier { true } else { false }
      place.context.scope = makeScope(id, in: place.context.scope, isDebounced: isDebounced)
    }
    let node = EffectNode(kind, at: site, in: place)
    if id != nil { place.context.scope.node = node }
    if let parent = place.parent {
      parent.setChild(node, at: place.slot)
    } else {
      place.context.root.node = node
    }
    return node
  }

  private mutating func begin(_ node: EffectNode) {
    switch node.kind {
    case .work, .perform:
      taskCount += 1
      add(.start(node))
    case .list(let list):
      node.openCount = list.effects.count
      if list.isSequence { placeParts(of: node, from: 1) }
      begin(of: node)
    case .modified(let modified):
      let scope = modified.modifier.id == nil ? nil : node.context.scope
      if let scope { scope.begin(as: nextNumber()) }
      begin(node, modified.modifier, in: scope?.group)
    case .send, .cancel, nil:
      break
    }
  }

  private mutating func begin(
    _ node: EffectNode, _ modifier: EffectModifier, in group: EffectGroup?
  ) {
    switch modifier {
    case .cancellable(_, cancelInFlight: true):
      steps.append(.resume(node))
      if let group { cancel(group, sparing: node.context.scope, from: node) }
    case .debounce:
      steps.append(.resume(node))
      if let group {
        cancel(group, onlyDebounced: true, sparing: node.context.scope, from: node)
      }
    case .cancellable, .catch, .retry, .map, .detached:
      begin(of: node)
    case .timeout(let duration):
      wait(duration, for: node)
      begin(of: node)
    case .delay(let duration):
      wait(duration, for: node)
      placeParts(of: node)
    case .throttle(_, let duration, let latest):
      guard duration > .zero, let group, outer(node, in: group, where: \.isThrottle) == nil
      else { return begin(of: node) }
      if group.window == nil { return open(group, for: node, duration) }
      guard latest else { return end(node) }
      let replaced = group.held
      group.held = node
      placeParts(of: node)
      if let replaced { end(replaced) }
    case .limited(_, let limit):
      guard let group else { return begin(of: node) }
      let queue = queue(for: node, in: group)
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
    guard case .debounce(_, let duration) = node.modifier else { return begin(of: node) }
    wait(duration, for: node)
    placeParts(of: node)
  }

  /// Begins a part of an effect and, in a merge, the later parts, unless the effect has ended.
  mutating func begin(_ part: Int = 0, of node: EffectNode) {
    let effect: UntypedEffect
    switch node.kind {
    case .list(let list):
      if !list.isSequence, part + 1 < list.effects.count {
        steps.append(.beginPart(node, part + 1))
      }
      effect = list.effects[part]
    case .modified(let modified):
      node.hasBegun = true
      effect = modified.effect
      if case .retry(_, _, .some) = modified.modifier { add(.beginAttempt(node)) }
    case .send, .work, .perform, .cancel, nil:
      return
    }
    let place = EffectNode.Place(parent: node, slot: part, context: node.context)
    steps.append(.begin(effect, place))
  }

  // MARK: Waiting

  /// Places the parts of an effect that it has yet to begin, so that their IDs can be canceled.
  ///
  /// O(size of the parts with IDs), and nothing without IDs.
  mutating func placeParts(of waiter: EffectNode, from first: Int = 0) {
    var pending: [(UntypedEffect, EffectNode.Place)] = []
    waiter.appendParts(from: first, to: &pending)
    while let (effect, outer) = pending.popLast() {
      var place = outer
      place.enter(effect)
      guard let node = place.placed ?? placeNode(effect, at: place, &pending), !node.hasEnded
      else { continue }
      // It may have been placed before, and now waits for an effect that has begun since.
      if node.modifier?.id != nil { node.context.scope.wait(for: waiter) }
      node.appendParts(to: &pending)
    }
  }

  private mutating func placeNode(
    _ effect: UntypedEffect, at place: EffectNode.Place,
    _ pending: inout [(UntypedEffect, EffectNode.Place)]
  ) -> EffectNode? {
    guard let kind = effect.kind else { return nil }
    if case .modified(let modified) = kind, modified.modifier.isTransparent {
      pending.append((modified.effect, place))
      return nil
    }
    let node = makeNode(kind, at: place, effect.site)
    node.isPlaced = true
    return node
  }

  mutating func wait(_ duration: Duration, for node: EffectNode) {
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
    // A timer that was stopped fails with a `CancellationError`, which isn't an error of the clock.
    guard !timer.hasEnded else { return }
    timer.hasEnded = true
    let node = timer.node
    guard node.timer === timer else { return closeWindow(of: node, error) }
    node.timer = nil
    if let error { return end(node, EffectFailure(error: error, site: node.site)) }
    if case .timeout(let duration) = node.modifier {
      let error = EffectTimeoutError(duration: duration)
      return end(node, EffectFailure(error: error, site: node.site))
    }
    begin(of: node)
  }

  /// Opens a throttle window for an effect, which begins.
  private mutating func open(_ group: EffectGroup, for node: EffectNode, _ duration: Duration) {
    group.window = startTimer(duration, for: node)
    begin(of: node)
  }

  private mutating func closeWindow(of opener: EffectNode, _ error: (any Error)?) {
    guard let group = opener.context.scope.group else { return }
    group.window = nil
    let held = group.held.take()
    if let error {
      // The effect that waits for the clock fails, or else the one that made it necessary to wait.
      let node = held ?? opener
      let failure = EffectFailure(error: error, site: node.site)
      if node.hasEnded { add(.report(failure, nil)) } else { end(node, failure) }
    } else if let held, case .throttle(_, let duration, _) = held.modifier {
      open(group, for: held, duration)
    }
    forgetIfUnused(group)
  }

  /// Returns the innermost effect around one with its ID and a modifier like its own.
  ///
  /// O(number of effects with IDs around it), and O(1) if it is the only one with its ID.
  private func outer(
    _ node: EffectNode, in group: EffectGroup, where isMatch: (EffectModifier) -> Bool
  ) -> EffectNode? {
    if group.scopeCount == 1 { return nil }
    var next = node.context.scope.parent
    while let scope = next {
      if scope.group === group, let outer = scope.node, outer.modifier.map(isMatch) == true {
        return outer
      }
      next = scope.parent
    }
    return nil
  }

  /// Returns the queue of a limited effect.
  ///
  /// The effects inside one that is limited with the same ID have a queue of their own. In the same
  /// queue they would wait for the effect around them, which waits for them.
  private func queue(for node: EffectNode, in group: EffectGroup) -> EffectQueue {
    guard let outer = outer(node, in: group, where: \.isLimited) else { return group.queue }
    let queue = outer.innerQueue ?? EffectQueue()
    outer.innerQueue = queue
    return queue
  }

  /// Begins the next effect of a queue, as far as its limit allows.
  ///
  /// A further step begins the effect after it.
  mutating func advance(_ queue: EffectQueue) {
    queue.isAdvancing = false
    guard let node = queue.popRunnable() else { return }
    // What follows from the start of the effect comes before the next effect.
    queue.isAdvancing = true
    steps.append(.advance(queue))
    queue.runningCount += 1
    begin(of: node)
  }
}
