// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

/// Runs of a reducer and its effects, without a store.
struct ReducerExploration<State> {
  let state: State
  let simulation: EffectSimulation
  let generate: (inout ExplorationRandom, State) -> any Action
  let perform: ((any Command, inout ExplorationRandom) throws -> [any Action])?
  let property: ExploredProperty<State>

  /// Runs steps from the initial state until one fails.
  ///
  /// Details are the steps, the events and, with known steps, the state before the last one.
  func run(_ plan: ExplorationPlan, details: Bool) -> ExplorationTrace<State> {
    simulation.reset()
    let reducersBefore = simulation.reducerCount
    var run = Run(exploration: self, state: state, details: details, plan)
    switch plan {
    case .random(_, let length):
      var number = 0
      while number < length, run.trace.failure == nil {
        run.takeRandomStep(number)
        number += 1
      }
    case .steps(let steps):
      for (index, step) in steps.enumerated() where run.trace.failure == nil {
        run.isLast = index == steps.count - 1
        run.take(step)
      }
    }
    run.trace.reducerCount = simulation.reducerCount - reducersBefore
    return run.trace
  }

  /// The state of one run.
  private struct Run {
    let exploration: ReducerExploration
    var state: State
    var random: ExplorationRandom
    let details: Bool
    let comparesStates: Bool
    /// The step is the last of a plan, whose change a failure message shows.
    var isLast = false
    var trace = ExplorationTrace<State>()

    init(
      exploration: ReducerExploration, state: State, details: Bool, _ plan: ExplorationPlan
    ) {
      self.exploration = exploration
      self.state = state
      self.details = details
      comparesStates = exploration.property.needsStateBefore
      random =
        switch plan {
        case .random(let seed, _): ExplorationRandom(seed: seed, isRecording: details)
        case .steps: ExplorationRandom(seed: 0, isRecording: true)
        }
    }

    var simulation: EffectSimulation { exploration.simulation }

    /// A copy of the state makes the next change copy its storage, so most steps have none.
    private var keepsState: Bool { comparesStates || details && isLast }

    mutating func takeRandomStep(_ number: Int) {
      if !simulation.isIdle {
        let results = deliverable
        if !results.isEmpty, random.bool() {
          let index = random.int(in: 0..<results.count)
          random.beginStep()
          return deliver(results[index], number)
        }
      }
      random.beginStep()
      let action = exploration.generate(&random, state)
      reduce(action, ExplorationStep(number: number, kind: .action(action), choices: []))
    }

    mutating func take(_ step: ExplorationStep) {
      random.beginStep(repeating: step.choices)
      switch step.kind {
      case .action(let recorded):
        guard step.isRegenerated else { return reduce(recorded, step) }
        let action = exploration.generate(&random, state)
        reduce(action, ExplorationStep(number: step.number, kind: .action(action), choices: []))
      case .result(let id):
        guard let result = deliverable.first(where: { $0.id == id }) else {
          return trace.stepCount += 1
        }
        deliver(result, step.number)
      }
    }

    /// The results that the exploration can deliver.
    ///
    /// Without a closure for commands, these have no results.
    private var deliverable: [(id: EffectSimulation.ID, result: EffectSimulation.Result)] {
      simulation.deliverable.filter { entry in
        switch entry.result {
        case .action, .timer: true
        case .command: exploration.perform != nil
        case .work: false
        }
      }
    }

    private mutating func reduce(_ action: any Action, _ step: ExplorationStep) {
      let before = keepsState ? state : nil
      let simulation = simulation
      withUnsafeMutablePointer(to: &state) {
        simulation.reduce($0, action, inStep: step.number)
      }
      if details {
        var step = step
        // The choices of a repeated action are those with which it was made.
        if case .action = step.kind, step.choices.isEmpty { step.choices = random.choices }
        trace.steps.append(step)
        trace.events.append(.action(action))
      }
      check(before, action.withoutTarget)
    }

    private mutating func deliver(
      _ entry: (id: EffectSimulation.ID, result: EffectSimulation.Result), _ number: Int
    ) {
      let before = keepsState ? state : nil
      let simulation = simulation
      var description = ""
      let action: (any Action)?
      switch entry.result {
      case .command(let command):
        let answer = Result { try exploration.perform?(command, &random) ?? [] }
        action = withUnsafeMutablePointer(to: &state) {
          simulation.answer(entry.id, with: answer, to: $0, inStep: number)
        }
        if details { description = TypeName.of(command) }
      case .action, .timer, .work:
        action = withUnsafeMutablePointer(to: &state) {
          simulation.deliver(entry.id, to: $0, inStep: number)
        }
        if details {
          description =
            if case .timer = entry.result { "a delay" } else { "an effect" }
        }
      }
      if details {
        trace.steps.append(
          ExplorationStep(number: number, kind: .result(entry.id), choices: random.choices))
        trace.events.append(
          action.map { .result($0, of: description) } ?? .other("\(description) ends"))
      }
      check(before, action)
    }

    /// Checks the property after an action, if there was one, and that no effect has failed.
    private mutating func check(_ before: State?, _ action: (any Action)?) {
      trace.stepCount += 1
      if let action, let reason = exploration.property.problem(before, action, state) {
        trace.failure = .init(reason: reason, before: before, after: state)
      } else if let failure = simulation.failures.first {
        trace.failure = .init(reason: .uncaught(failure), before: before, after: state)
      }
    }
  }
}

/// The steps of one run.
enum ExplorationPlan {
  /// A number of random steps.
  case random(seed: UInt64, length: Int)
  /// The steps of an earlier run, or a part of them.
  ///
  /// A step whose effect isn't pending is skipped.
  case steps([ExplorationStep])
}

/// One step of a run, which can be repeated.
struct ExplorationStep {
  enum Kind {
    /// An action of the generator.
    case action(any Action)
    /// The result of a pending effect.
    case result(EffectSimulation.ID)
  }

  /// A number that the step keeps when others are removed.
  let number: Int
  var kind: Kind
  /// The random choices of the action or of the result.
  var choices: [Choice]
  /// The action is made from the choices instead of repeated.
  var isRegenerated = false
}

/// The events of one run, up to the first failure.
struct ExplorationTrace<State> {
  /// A step as a failure message shows it.
  enum Event {
    case action(any Action)
    /// An action that an effect has sent, and the effect.
    case result(any Action, of: String)
    /// A result without an action, such as the end of a delay.
    case other(String)
  }

  /// The reason why a run failed.
  enum Reason {
    case returnedFalse
    case threw(any Error)
    case uncaught(EffectFailure)
  }

  /// A state that doesn't have the property, and the one before the last action.
  struct Failure {
    let reason: Reason
    /// `nil` if neither the property nor a message needs it.
    let before: State?
    let after: State
  }

  /// The steps that had an effect.
  ///
  /// Empty for a run without details.
  var steps: [ExplorationStep] = []
  var events: [Event] = []
  /// The number of steps, including skipped ones.
  var stepCount = 0
  /// The number of reducers that ran.
  var reducerCount = 0
  var failure: Failure?
}
