// SPDX-License-Identifier: MIT

/// How effects begin.
extension EffectLedger {
  /// Begins an effect. Returns whether it has ended already.
  mutating func begin(
    _ effect: Effect,
    under parent: EffectNode?,
    slot: Int,
    _ context: EffectContext
  ) -> Bool {
    guard let kind = effect.kind, !context.scope.isDead else { return true }
    switch kind {
    case .send(let action):
      if admit(from: context) { jobs.append(.send(action, context, effect.site)) }
      return true
    case .cancel(let id):
      cancel(id, sparing: context.scope)
      return true
    case .modified(let inner, .map(let transform)):
      var context = context
      context.maps = EffectMaps(transform, then: context.maps)
      return begin(inner, under: parent, slot: slot, context)
    case .modified(_, .cancellable(let id, cancelInFlight: true)):
      cancel(id, sparing: context.scope)
    default:
      break
    }
    let node = EffectNode(
      kind, at: effect.site, under: parent, slot: slot, scoped(context, by: kind))
    if let parent { parent.children[slot] = node }
    if parent == nil { context.root.scope.node = node }
    if node.context.scope !== context.scope { node.context.scope.node = node }
    let isOver = begin(node)
    // Something that it let begin may have ended it, and has told its parent.
    guard isOver, !node.hasEnded else { return false }
    retire(node)
    if let parent { parent.children[slot] = nil }
    return true
  }

  /// The context for an effect, with a scope of its own if it has an id.
  mutating func scoped(_ context: EffectContext, by kind: Effect.Kind) -> EffectContext {
    guard case .modified(_, let modifier) = kind, let id = modifier.id else { return context }
    var context = context
    context.scope = EffectScope(number: nextNumber(), id: id, in: context.scope)
    scopes[id, default: [:]][context.scope.number] = context.scope
    return context
  }

  /// Begins what a node stands for. Returns whether it has ended already.
  mutating func begin(_ node: EffectNode) -> Bool {
    switch node.kind {
    case .work, .perform:
      tasks += 1
      jobs.append(.start(node))
      return false
    case .merge(let effects):
      node.open = effects.count
      node.children = Array(repeating: nil, count: effects.count)
      for (slot, effect) in effects.enumerated() where !node.hasEnded {
        if begin(effect, under: node, slot: slot, node.context) { node.open -= 1 }
      }
      return node.open == 0
    case .concat(let effects):
      node.open = effects.count
      node.children = [nil]
      return advance(node, effects)
    case .modified(_, let modifier):
      node.children = [nil]
      return begin(node, modifier)
    case .send, .cancel:
      return true
    }
  }

  mutating func begin(_ node: EffectNode, _ modifier: EffectModifier) -> Bool {
    switch modifier {
    case .cancellable, .catch, .retry, .map:
      return beginChild(of: node)
    case .timeout(let duration):
      wait(duration, for: node)
      return beginChild(of: node)
    case .delay(let duration):
      wait(duration, for: node)
      return false
    case .debounce(let id, let duration):
      if let other = debounced.updateValue(node, forKey: id) { end(other, by: .finished) }
      // What that let begin may have ended this.
      if !node.hasEnded { wait(duration, for: node) }
      return false
    case .throttle(_, let duration, _) where duration <= .zero:
      return beginChild(of: node)
    case .throttle(let id, let duration, let latest):
      guard let held = windows[id].map(\.held) else {
        open(id, for: duration)
        return beginChild(of: node)
      }
      guard latest else { return true }
      windows[id]?.held = node
      if let held { end(held, by: .finished) }
      return false
    case .limited(let id, let limit):
      let line = lines[id] ?? Line()
      lines[id] = line
      guard line.isEmpty, line.running < limit else {
        line.waiting.append(node)
        return false
      }
      line.running += 1
      node.isInLine = true
      return beginChild(of: node)
    }
  }

  mutating func beginChild(of node: EffectNode) -> Bool {
    guard case .modified(let effect, _) = node.kind else { return true }
    node.hasBegun = true
    return begin(effect, under: node, slot: 0, node.context)
  }

  /// Begins the next effects of a sequence, up to one that does not end at once.
  mutating func advance(_ node: EffectNode, _ effects: [Effect]) -> Bool {
    while node.open > 0 {
      if node.hasEnded { return false }
      guard begin(effects[effects.count - node.open], under: node, slot: 0, node.context)
      else { return false }
      node.open -= 1
    }
    return true
  }
}

extension EffectModifier {
  /// What the effect is called by it.
  var id: EffectID? {
    switch self {
    case .cancellable(let id, _), .debounce(let id, _), .throttle(let id, _, _),
      .limited(let id, _):
      id
    case .delay, .timeout, .retry, .catch, .map:
      nil
    }
  }
}
