// SPDX-License-Identifier: MIT

/// The start of effects.
extension EffectStateMachine {
  /// Begins an effect, unless the effect around it has ended.
  mutating func begin(_ effect: Effect, at place: EffectPlace) {
    guard !place.hasEnded else { return }
    switch effect.kind {
    case nil:
      steps.append(.childEnded(place, .finished))
    case .send(let action):
      if beginAction(of: place.context) { add(.send(action, place.context, effect.site)) }
      steps.append(.childEnded(place, .finished))
    case .cancel(let id):
      steps.append(.childEnded(place, .finished))
      cancel(id, sparing: place.context.scope)
    case .modified(let modified):
      begin(modified, in: effect, at: place)
    default:
      beginNode(effect, at: place)
    }
  }

  private mutating func begin(
    _ modified: ModifiedEffect,
    in effect: Effect,
    at place: EffectPlace
  ) {
    switch modified.modifier {
    case .map(let transform):
      var place = place
      place.context.transforms = ActionTransforms(transform, then: place.context.transforms)
      steps.append(.begin(modified.effect, place))
    case .cancellable(let id, cancelInFlight: true):
      steps.append(.beginNode(effect, place))
      cancel(id, sparing: place.context.scope)
    default:
      beginNode(effect, at: place)
    }
  }

  mutating func beginNode(_ effect: Effect, at place: EffectPlace) {
    guard !place.hasEnded, let kind = effect.kind else { return }
    var place = place
    let id: EffectID? = if case .modified(let modified) = kind { modified.modifier.id } else { nil }
    if let id { place.context.scope = makeScope(id, in: place.context.scope) }
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
    case .merge(let list):
      node.openCount = list.effects.count
      node.makeRoom(forChildren: list.effects.count)
      begin(0, of: node)
    case .concat(let list):
      node.openCount = list.effects.count
      begin(0, of: node)
    case .modified(let modified):
      begin(node, modified.modifier)
    case .send, .cancel:
      break
    }
  }

  /// Begins a part of a merge and all later parts, or one part of a sequence.
  mutating func begin(_ part: Int, of node: EffectNode) {
    switch node.kind {
    case .merge(let list):
      if part + 1 < list.effects.count { steps.append(.beginPart(node, part + 1)) }
      let place = EffectPlace(parent: node, slot: part, context: node.context)
      steps.append(.begin(list.effects[part], place))
    case .concat(let list):
      let place = EffectPlace(parent: node, slot: 0, context: node.context)
      steps.append(.begin(list.effects[part], place))
    default:
      // The effect has ended.
      break
    }
  }

  private mutating func begin(_ node: EffectNode, _ modifier: EffectModifier) {
    switch modifier {
    case .cancellable, .catch, .retry, .map:
      beginChild(of: node)
    case .timeout(let duration):
      wait(duration, for: node)
      beginChild(of: node)
    case .delay(let duration):
      wait(duration, for: node)
    case .debounce(let id, let duration):
      steps.append(.wait(duration, node))
      if let other = debounced.updateValue(node, forKey: id) { end(other, .finished) }
    case .throttle(let id, let duration, let latest):
      throttle(node, id, duration, latest: latest)
    case .limited(let id, let limit):
      enqueue(node, id, limit)
    }
  }

  /// Begins the child of a modified effect.
  mutating func beginChild(of node: EffectNode) {
    guard case .modified(let modified) = node.kind else { return }
    node.hasBegun = true
    let place = EffectPlace(parent: node, slot: 0, context: node.context)
    steps.append(.begin(modified.effect, place))
  }
}

extension EffectModifier {
  /// The ID with which the effect can be canceled because of this modifier.
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
