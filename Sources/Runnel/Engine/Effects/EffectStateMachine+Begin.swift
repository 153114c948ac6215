// SPDX-License-Identifier: MIT

/// The start of effects.
extension EffectStateMachine {
  /// Begins an effect, unless the effect around it has ended.
  mutating func begin(_ effect: UntypedEffect, at place: EffectNode.Place) {
    guard !place.hasEnded else { return }
    switch effect.kind {
    case nil:
      steps.append(.childEnded(place, nil))
    case .send(let action):
      if beginAction(of: place.context) { add(.send(action, place.context, effect.site)) }
      steps.append(.childEnded(place, nil))
    case .cancel(let id):
      steps.append(.childEnded(place, nil))
      let id = id.used(by: place.context.root.instance)
      cancel(id, sparing: place.context.scope)
    case .modified(let modified):
      switch modified.modifier {
      case .map(let transform):
        var place = place
        place.context.transforms = ActionTransforms(transform, then: place.context.transforms)
        steps.append(.begin(modified.effect, place))
      case .cancellable(let id, cancelInFlight: true):
        steps.append(.beginNode(effect, place))
        let id = id.used(by: place.context.root.instance)
        cancel(id, sparing: place.context.scope)
      default:
        beginNode(effect, at: place)
      }
    case .work, .perform, .list:
      beginNode(effect, at: place)
    }
  }

  mutating func beginNode(_ effect: UntypedEffect, at place: EffectNode.Place) {
    guard !place.hasEnded, let kind = effect.kind else { return }
    let id: EffectID? = if case .modified(let modified) = kind { modified.modifier.id } else { nil }
    var place = place
    switch kind {
    case .work, .perform: place.context.number = nextNumber()
    default: break
    }
    if let id {
      let id = id.used(by: place.context.root.instance)
      place.context.scope = makeScope(id, in: place.context.scope)
    }
    let node = EffectNode(kind, at: effect.site, in: place)
    if id != nil { place.context.scope.node = node }
    if let parent = place.parent {
      parent.setChild(node, at: place.slot)
    } else {
      place.context.root.node = node
    }
    switch kind {
    case .work, .perform:
      taskCount += 1
      add(.start(node))
    case .list:
      begin(of: node)
    case .modified(let modified):
      begin(node, modified.modifier, in: place.context.scope.group)
    case .send, .cancel:
      break
    }
  }

  private mutating func begin(
    _ node: EffectNode, _ modifier: EffectModifier, in group: EffectGroup?
  ) {
    switch modifier {
    case .cancellable, .catch, .retry, .map:
      begin(of: node)
    case .timeout(let duration):
      wait(duration, for: node)
      begin(of: node)
    case .delay(let duration):
      wait(duration, for: node)
    case .debounce(_, let duration):
      let replaced = group?.debounced
      group?.debounced = node
      wait(duration, for: node)
      if let replaced { end(replaced) }
    case .throttle(_, let duration, let latest):
      guard duration > .zero, let group else { return begin(of: node) }
      if group.window == nil { return open(group, for: node, duration) }
      guard latest else { return end(node) }
      let replaced = group.held
      group.held = node
      if let replaced { end(replaced) }
    case .limited(_, let limit):
      guard let group else { return begin(of: node) }
      if group.queue.hasWaiting || group.queue.runningCount >= limit {
        group.queue.append(node)
      } else {
        group.queue.runningCount += 1
        begin(of: node)
      }
    }
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
  mutating func fired(_ timer: EffectTimer, _ error: (any Error)?) {
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
    if let group = node.context.scope.group, group.debounced === node { group.debounced = nil }
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

  /// Begins the next effect of a queue, as far as its limit allows.
  ///
  /// A further step begins the effect after it.
  mutating func advance(_ group: EffectGroup) {
    group.queue.isAdvancing = false
    guard let node = group.queue.popRunnable() else { return }
    // What follows from the start of the effect comes before the next effect.
    group.queue.isAdvancing = true
    steps.append(.advance(group))
    group.queue.runningCount += 1
    begin(of: node)
  }
}
