// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

/// Reduces actions and keeps the started effects pending: tests choose the order of results.
///
/// It has neither tasks nor a queue: each call returns when its changes are complete, on one
/// thread. The effect state machine is that of stores, with all modifiers. Effects start after
/// their action, in order.
final class EffectSimulation {
  /// The identity of a pending result, which doesn't depend on unrelated results.
  struct ID: Hashable, Sendable {
    /// The number of the step that has caused it, as the caller counts steps.
    let cause: Int
    let index: Int
  }

  enum Origin: CustomStringConvertible {
    /// An effect, which has sent an action.
    case effect
    /// A command, whose handler hasn't answered.
    case command(any Command)
    /// A delay, a pause or a window, which ends.
    case delay

    var isCommand: Bool { if case .command = self { true } else { false } }

    var description: String {
      switch self {
      case .effect: "an effect"
      case .command(let command): TypeName.of(command)
      case .delay: "a delay"
      }
    }
  }

  private struct Pending {
    enum Content {
      case send(any Action, EffectNode)
      case leaf(EffectNode)
      case timer(EffectTimer, deadline: Duration)
    }

    let id: ID
    let content: Content

    var deadline: Duration? {
      if case .timer(_, let deadline) = content { deadline } else { nil }
    }
  }

  private let runner: ReducerRunner
  private let base: PathBase
  private var machine = EffectStateMachine()
  private var pending: [Pending] = []
  /// Effects that end with a part of the state, and those that can outlive a value in it.
  private var bound: [(root: EffectNode, effect: ReturnedEffect)] = []
  private var attempts: [ObjectIdentifier: Duration] = [:]
  private var now = Duration.zero
  private var cause = 0
  private var causedCount = 0
  private(set) var failures: [EffectFailure] = []
  /// Whom of many the last action was for.
  private(set) var address: Address?

  var reducerCount: Int { runner.runCount }

  init<State>(_ reducer: Reducer<State>) {
    runner = ReducerRunner(reducer.compiled)
    base = PathBase(root: State.self)
  }

  deinit { endEffects() }

  /// Ends all effects and drops their results, and keeps the prepared reducers.
  func reset() {
    (failures, now) = ([], .zero)
    guard !pending.isEmpty || !machine.roots.isEmpty else { return }
    endEffects()
    machine = EffectStateMachine()
    (pending, bound, attempts) = ([], [], [:])
  }

  /// Ends all effects, whose parts refer to each other: the state machine alone would leak them.
  private func endEffects() {
    machine.close()
    _ = machine.takeJobs()
  }

  // MARK: Reducing

  func reduce(_ state: UnsafeMutableRawPointer, _ action: any Action, inStep step: Int) {
    (cause, causedCount) = (step, 0)
    reduce(state, action, of: nil)
  }

  private func reduce(
    _ state: UnsafeMutableRawPointer, _ action: any Action, of sender: EffectNode?
  ) {
    let target = (action as? Addressed)?.target ?? action as? TargetedAction
    address = sender?.root.address
    if let target {
      let resolved = target.resolve(from: sender?.root.pathBase ?? base, in: address)
      address = resolved.address
      if let misuse = resolved.misuse {
        misuse.warn()
        if let sender { update { $0.finishAction(of: sender) } }
        return
      }
    }
    if let sender, target?.isForAll != true, isReplaced(sender.root, in: state) {
      return update { $0.finishAction(of: sender) }
    }
    let effects = runner.reduce(state, target?.action ?? action, to: address).effects
    if let sender { update { $0.finishAction(of: sender) } }
    cancelOrphans(in: state)
    for var effect in effects {
      effect.isOrphaned = !effect.hasPart(in: state)
      if !effect.isOrphaned || effect.hasDetached { start(effect) }
    }
  }

  /// Returns whether another identity has taken the effect's place: its actions are dropped then.
  private func isReplaced(_ root: EffectNode, in state: UnsafeRawPointer) -> Bool {
    bound.contains { $0.root === root && $0.effect.isReplaced(in: state) }
  }

  private func start(_ returned: ReturnedEffect) {
    update { machine in
      let root = machine.makeRoot(of: returned)
      if returned.belongsToPart || returned.outlivesIdentity { bound.append((root, returned)) }
      machine.start(returned.effect, as: root)
    }
  }

  private func cancelOrphans(in state: UnsafeRawPointer) {
    let orphans = bound.filter { !$0.root.isOrphaned && !$0.effect.hasPart(in: state) }
    for orphan in orphans { update { $0.cancelOrphan(orphan.root) } }
  }

  // MARK: Pending results

  /// Returns the results that can be delivered next.
  ///
  /// Actions that effects have sent are delivered in order, timers in the order of their deadlines,
  /// and answered commands in any order. Work in a closure has no result: only a store can run it.
  func deliverable(answersCommands: Bool) -> [(id: ID, origin: Origin)] {
    var results: [(id: ID, origin: Origin)] = []
    var hasAction = false
    var hasTimer = false
    let deadline = pending.compactMap(\.deadline).min()
    for entry in pending {
      switch entry.content {
      case .send:
        if !hasAction { results.append((entry.id, .effect)) }
        hasAction = true
      case .leaf(let node):
        if answersCommands, case .perform(let command) = node.effect?.kind {
          results.append((entry.id, .command(command)))
        }
      case .timer:
        guard !hasTimer, entry.deadline == deadline else { continue }
        results.append((entry.id, .delay))
        hasTimer = true
      }
    }
    return results
  }

  var isIdle: Bool { pending.isEmpty }

  /// Delivers an action, the end of a timer, or the answer to a command, and returns the reduced
  /// action, if any.
  ///
  /// A command ends with the actions of its handler. The first of them is reduced, and further ones
  /// are pending. An error ends the effect as an error of its work.
  func deliver(
    _ id: ID, answer: Result<[any Action], any Error>,
    to state: UnsafeMutableRawPointer, inStep step: Int
  ) -> (any Action)? {
    guard let index = pending.firstIndex(where: { $0.id == id }) else { return nil }
    let entry = pending.remove(at: index)
    (cause, causedCount) = (step, 0)
    switch entry.content {
    case .send(let action, let sender):
      reduce(state, action, of: sender)
      return action.withoutTarget
    case .timer(let timer, let deadline):
      now = max(now, deadline)
      update { $0.fired(timer, nil) }
      return nil
    case .leaf(let node):
      return end(node, with: answer, state)
    }
  }

  private func end(
    _ node: EffectNode, with answer: Result<[any Action], any Error>,
    _ state: UnsafeMutableRawPointer
  ) -> (any Action)? {
    var failure: EffectFailure?
    var first: (any Action)?
    switch answer {
    case .failure(let error):
      failure = EffectFailure(error: error, site: node.site)
    case .success(let actions):
      for (index, action) in actions.enumerated() where machine.beginAction(of: node) {
        let action = node.transformed(action)
        if index == 0 { first = action } else { add(.send(action, node)) }
      }
    }
    update { $0.taskEnded(node, failure) }
    if let first { reduce(state, first, of: node) }
    return first?.withoutTarget
  }

  private func add(_ content: Pending.Content) {
    pending.append(Pending(id: ID(cause: cause, index: causedCount), content: content))
    causedCount += 1
  }

  // MARK: Jobs

  /// Changes the state machine, performs the resulting jobs, and drops results of ended effects.
  private func update(_ change: (inout EffectStateMachine) -> Void) {
    change(&machine)
    var jobs = machine.takeJobs()
    while !jobs.isEmpty {
      jobs.forEach(perform)
      jobs = machine.takeJobs()
    }
    dropEnded()
  }

  private func perform(_ job: EffectStateMachine.Job) {
    switch job {
    case .send(let action, let sender, _):
      add(.send(sender.transformed(action), sender))
    case .start(let node):
      add(.leaf(node))
    case .wait(let timer):
      add(.timer(timer, deadline: now + timer.duration.clampedForWaiting))
    case .recover(let node, let handler, let error):
      machine.replace(node, with: handler(error))
    case .retry(let node, let backoff):
      machine.retry(node, after: backoff.duration(afterFailures: node.failures))
    case .beginAttempt(let node):
      attempts[ObjectIdentifier(node)] = now
    case .measureAttempt(let node, let failure, let limit):
      let start = attempts[ObjectIdentifier(node)] ?? now
      machine.attemptFailed(node, failure, isReset: now - start >= limit)
    case .report(let failure, let root):
      failures.append(failure)
      if let root { machine.close(root) }
    case .finish(let root, _):
      bound.removeAll { $0.root === root }
    case .cancel, .release:
      break
    }
  }

  private func dropEnded() {
    guard !pending.isEmpty else { return }
    var dropped: [EffectNode] = []
    pending.removeAll { entry in
      switch entry.content {
      case .send(_, let sender):
        guard machine.isDead(sender) else { return false }
        dropped.append(sender)
        return true
      case .leaf(let node): return node.hasEnded
      case .timer(let timer, _): return timer.hasEnded
      }
    }
    for sender in dropped { update { $0.finishAction(of: sender) } }
  }
}
