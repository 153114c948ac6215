// SPDX-License-Identifier: MIT

import Runnel

/// Random runs of a reducer and its effects, without a store, up to the first that fails.
struct ReducerExploration<State> {
  let state: State
  let simulation: EffectSimulation
  let generate: (inout ExplorationRandom, State) -> any Action
  let perform: ((any Command, inout ExplorationRandom) throws -> [any Action])?
  /// The property is one of the state before an action, too.
  let comparesStates: Bool
  /// Returns whether the property holds, without an action for the initial state, and without the
  /// state before the action if it isn't compared.
  let holds: (_ before: State?, _ action: (any Action)?, _ after: State) throws -> Bool

  /// Explores, and fails the test if a run fails, or if nothing was explored.
  nonisolated(nonsending) func search(
    runs: Int, length: Int, seed: UInt64, at location: TestLocation
  ) async {
    let library = TestLibrary.current
    guard runs > 0, length > 0 else {
      return library.fail(ExplorationMessage.nothing(runs: runs, length: length), at: location)
    }
    if let reason = reason(nil, nil, state) {
      return library.fail(ExplorationMessage.initial(reason), at: location)
    }
    for run in 0..<runs {
      // A run never suspends, and other tests need the threads too.
      await Task.yield()
      let seed = seed &+ UInt64(run)
      guard randomTrace(seed: seed, length: length).failure != nil else { continue }
      // Only a run that fails is worth recording.
      let found = randomTrace(seed: seed, length: length, details: true)
      var shrinker = ExplorationShrinker(exploration: self, trace: found, seed: seed)
      shrinker.shrink()
      let message = ExplorationMessage.text(
        seed: seed, run: run + 1, of: runs, stepCount: found.stepCount, shrinker.trace,
        initial: state, comparesStates: comparesStates)
      return library.fail(message, at: location)
    }
    if simulation.reducerCount == 0 { library.fail(ExplorationMessage.noReducer, at: location) }
  }

  private func reason(_ before: State?, _ action: (any Action)?, _ after: State) -> FailureReason? {
    do {
      return try holds(before, action, after) ? nil : .returnedFalse
    } catch {
      return .threw(error)
    }
  }

  func randomTrace(seed: UInt64, length: Int, details: Bool = false) -> ExplorationTrace<State> {
    simulation.reset()
    let random = ExplorationRandom(seed: seed, isRecording: details)
    var run = Run(exploration: self, details: details, state: state, random: random)
    for number in 0..<length {
      run.takeRandomStep(number)
      if run.trace.failure != nil { break }
    }
    return run.trace
  }

  /// Repeats steps of an earlier run, or a part of them, until one fails.
  ///
  /// A step whose effect isn't pending is skipped. Details include the state before the last step.
  func trace(repeating steps: [ExplorationStep], details: Bool = false) -> ExplorationTrace<State> {
    simulation.reset()
    let random = ExplorationRandom(seed: 0, isRecording: true)
    var run = Run(exploration: self, details: details, state: state, random: random)
    for (index, step) in steps.enumerated() {
      run.isLast = index == steps.count - 1
      run.take(step)
      if run.trace.failure != nil { break }
    }
    return run.trace
  }

  private struct Run {
    let exploration: ReducerExploration
    let details: Bool
    var state: State
    var random: ExplorationRandom
    /// The step is the last of those to repeat, whose change a failure message shows.
    var isLast = false
    var trace = ExplorationTrace<State>()

    /// A copy of the state makes the next change copy its storage, so most steps have none.
    private var stateBefore: State? {
      exploration.comparesStates || details && isLast ? state : nil
    }

    /// The results that can be delivered, without commands if no closure answers these.
    private var deliverable: [(id: EffectSimulation.ID, origin: EffectSimulation.Origin)] {
      exploration.simulation.deliverable(answersCommands: exploration.perform != nil)
    }

    mutating func takeRandomStep(_ number: Int) {
      if !exploration.simulation.isIdle {
        var results = deliverable
        if !results.isEmpty, random.bool() {
          let others = results.filter { !$0.origin.isCommand }
          // All commands count as one: many don't keep a delay from ending.
          if !others.isEmpty, others.count < results.count {
            results = others + [random.element(of: results.filter(\.origin.isCommand))]
          }
          let result = random.element(of: results)
          random.beginStep()
          return deliver(result.id, of: result.origin, number)
        }
      }
      random.beginStep()
      let action = exploration.generate(&random, state)
      reduce(action, number, madeFrom: random.choices)
    }

    mutating func take(_ step: ExplorationStep) {
      random.beginStep(repeating: step.choices)
      switch step.kind {
      case .action(let recorded):
        guard step.isRegenerated else {
          return reduce(recorded, step.number, madeFrom: step.choices)
        }
        let action = exploration.generate(&random, state)
        reduce(action, step.number, madeFrom: random.choices)
      case .result(let id, _, _):
        guard let result = deliverable.first(where: { $0.id == id }) else {
          return trace.stepCount += 1
        }
        deliver(id, of: result.origin, step.number)
      }
    }

    private mutating func reduce(_ action: any Action, _ number: Int, madeFrom choices: [Choice]) {
      let before = stateBefore
      let simulation = exploration.simulation
      withUnsafeMutablePointer(to: &state) { simulation.reduce($0, action, inStep: number) }
      if details { record(.action(action), number, choices) }
      check(before, action.withoutTarget)
    }

    private mutating func deliver(
      _ id: EffectSimulation.ID, of origin: EffectSimulation.Origin, _ number: Int
    ) {
      let before = stateBefore
      let simulation = exploration.simulation
      var answer: Result<[any Action], any Error> = .success([])
      if case .command(let command) = origin {
        answer = Result { try exploration.perform?(command, &random) ?? [] }
      }
      let action = withUnsafeMutablePointer(to: &state) {
        simulation.deliver(id, answer: answer, to: $0, inStep: number)
      }
      if details { record(.result(id, of: origin, action), number, random.choices) }
      check(before, action)
    }

    private mutating func record(_ kind: ExplorationStep.Kind, _ number: Int, _ choices: [Choice]) {
      trace.steps.append(
        ExplorationStep(
          number: number, kind: kind, address: exploration.simulation.address, choices: choices))
    }

    /// Checks the property after an action, if there was one, and that no effect has failed.
    private mutating func check(_ before: State?, _ action: (any Action)?) {
      trace.stepCount += 1
      let failed = action.flatMap { exploration.reason(before, $0, state) }
      let uncaught = exploration.simulation.failures.first.map(FailureReason.uncaught)
      guard let reason = failed ?? uncaught else { return }
      trace.failure = .init(reason: reason, before: before, after: state)
    }
  }
}

struct ExplorationStep {
  enum Kind {
    case action(any Action)
    /// The result of a pending effect, and the action that it led to, if any.
    case result(EffectSimulation.ID, of: EffectSimulation.Origin, (any Action)?)
  }

  /// A number that the step keeps when others are removed.
  let number: Int
  let kind: Kind
  /// Whom of many its action is for, or `nil` for all.
  let address: Address?
  var choices: [Choice]
  /// The action is made from the choices instead of repeated.
  var isRegenerated = false
}

enum FailureReason {
  case returnedFalse
  case threw(any Error)
  case uncaught(EffectFailure)
}

struct ExplorationTrace<State> {
  /// A state that doesn't have the property, and the one before the last action.
  struct Failure {
    let reason: FailureReason
    /// `nil` if neither the property nor a message needs it.
    let before: State?
    let after: State
  }

  /// The steps that had an effect, or none for a run without details.
  var steps: [ExplorationStep] = []
  /// The number of steps, including skipped ones.
  var stepCount = 0
  var failure: Failure?
}
