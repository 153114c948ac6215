// SPDX-License-Identifier: MIT

/// How effects end.
extension EffectLedger {
  enum Outcome {
    case finished
    /// Failed with an error, in an effect that was made somewhere.
    case failed(any Error, CallSite)
  }

  /// A task has come to its end.
  mutating func taskEnded(_ node: EffectNode, _ outcome: Outcome) {
    tasks -= 1
    end(node, by: outcome)
    jobs.append(.release(node.kind))
    node.kind = .merge([])
  }

  /// A pause is over.
  mutating func fired(_ timer: EffectTimer) {
    guard !timer.isOver else { return }
    timer.isOver = true
    switch timer.purpose {
    case .window(let id): shut(id)
    case .node(let node): fired(node)
    }
  }

  mutating func fired(_ node: EffectNode) {
    guard !node.hasEnded, case .modified(_, let modifier) = node.kind else { return }
    node.timer = nil
    switch modifier {
    case .timeout(let duration):
      end(node, by: .failed(EffectTimeoutError(duration: duration), node.site))
    case .debounce(let id, _):
      if debounced[id] === node { debounced[id] = nil }
      goOn(node)
    default:
      goOn(node)
    }
  }

  /// Begins the child of a node that has waited.
  mutating func goOn(_ node: EffectNode) {
    if beginChild(of: node) { end(node, by: .finished) }
  }

  /// What a node that has caught an error goes on with.
  mutating func recovered(_ node: EffectNode, with effect: Effect) {
    guard !node.hasEnded else { return }
    // In its place, and not inside of it: one that starts again and again would lie deeper each time.
    let parent = node.parent
    retire(node)
    if let parent { parent.children[node.slot] = nil }
    guard begin(effect, under: parent, slot: node.slot, node.context) else { return }
    if let parent {
      childEnded(parent, node.slot, .finished)
    } else {
      close(node.context.root.scope, of: node.context.root)
    }
  }

  /// Starts a node's child anew, after a pause.
  mutating func retry(_ node: EffectNode, after pause: Duration) {
    guard !node.hasEnded else { return }
    if pause > .zero { wait(pause, for: node) } else { goOn(node) }
  }

  /// Ends a node that is under way, and lets what it is part of go on. With `nil` it was cancelled, which to
  /// others is the same as an end.
  mutating func end(_ node: EffectNode, by outcome: Outcome?) {
    guard !node.hasEnded else { return }
    let parent = node.parent
    stop(node)
    if outcome != nil { node.wasStopped = false }
    guard let parent else {
      if case .failed(let error, let site) = outcome { jobs.append(.report(error, site)) }
      return close(node.context.root.scope, of: node.context.root)
    }
    childEnded(parent, node.slot, outcome ?? .finished)
  }

  mutating func childEnded(_ node: EffectNode, _ slot: Int, _ outcome: Outcome) {
    node.children[slot] = nil
    guard case .failed(let error, _) = outcome else { return childFinished(node) }
    guard case .modified(_, let modifier) = node.kind else { return end(node, by: outcome) }
    switch modifier {
    case .catch(let handler) where node.failures == 0:
      node.failures = 1
      jobs.append(.recover(node, handler, error))
    case .retry(let limit, let backoff) where node.failures < limit:
      node.failures += 1
      jobs.append(.retry(node, backoff))
    default:
      end(node, by: outcome)
    }
  }

  mutating func childFinished(_ node: EffectNode) {
    switch node.kind {
    case .merge:
      node.open -= 1
      if node.open == 0 { end(node, by: .finished) }
    case .concat(let effects):
      node.open -= 1
      if advance(node, effects) { end(node, by: .finished) }
    default:
      end(node, by: .finished)
    }
  }

  /// Ends a node and what is under it, without a word to what it is part of.
  mutating func stop(_ node: EffectNode) {
    guard !node.hasEnded else { return }
    node.hasEnded = true
    node.wasStopped = true
    stopChildren(of: node)
    retire(node)
    if let task = node.task { jobs.append(.cancel(task)) }
    node.task = nil
  }

  mutating func stopChildren(of node: EffectNode) {
    for child in node.children {
      guard let child else { continue }
      stop(child)
    }
    node.children = node.children.map { _ in nil }
  }

  /// Takes a node that has ended out of all that is remembered.
  mutating func retire(_ node: EffectNode) {
    node.hasEnded = true
    node.parent = nil
    if let timer = node.timer { stop(timer) }
    node.timer = nil
    jobs.append(.forget(node))
    guard case .modified(_, let modifier) = node.kind else { return }
    if modifier.id != nil { close(node.context.scope, of: node.context.root) }
    switch modifier {
    case .debounce(let id, _):
      if debounced[id] === node { debounced[id] = nil }
    case .throttle(let id, _, _):
      if windows[id]?.held === node { windows[id]?.held = nil }
    case .limited(let id, _):
      leaveLine(node, id)
    default:
      break
    }
    // One that stands in a line may be there for long.
    jobs.append(.release(node.kind))
    node.kind = .merge([])
  }
}
