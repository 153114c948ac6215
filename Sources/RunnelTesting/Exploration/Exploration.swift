// SPDX-License-Identifier: MIT

public import Runnel
import RunnelText

/// The runs of one exploration, up to the first that fails.
struct Exploration<State> {
  /// The findings of an exploration that failed.
  struct Finding {
    let seed: UInt64
    /// The number of the failing run, from one on.
    let run: Int
    /// The number of steps of the failing run, up to the failure.
    let stepCount: Int
    /// The shortest failing run that was found.
    let shortest: ExplorationTrace<State>
  }

  private let system: ReducerExploration<State>
  private let runs: Int
  private let length: Int
  private let seed: UInt64

  init(_ system: ReducerExploration<State>, runs: Int, length: Int, seed: UInt64) {
    self.system = system
    self.runs = runs
    self.length = length
    self.seed = seed
  }

  /// Explores, and fails the test if a run fails, or if nothing was explored.
  nonisolated(nonsending) func run(at location: TestLocation) async {
    let library = TestLibrary.current
    guard runs > 0, length > 0 else {
      let message = ExplorationMessage.nothing(runs: runs, length: length)
      return TestLibrary.fail(message, at: location, earlier: library)
    }
    let (finding, reducerCount) = await find()
    guard let finding else {
      if reducerCount > 0 { return }
      return TestLibrary.fail(ExplorationMessage.noReducer, at: location, earlier: library)
    }
    let message = ExplorationMessage.text(
      seed: finding.seed, run: finding.run, of: runs, stepCount: finding.stepCount,
      finding.shortest, initial: system.state,
      comparesStates: system.property.needsStateBefore)
    TestLibrary.fail(message, at: location, earlier: library)
  }

  /// Returns the first failing run after shrinking, and how many reducers ran before it.
  private nonisolated(nonsending) func find() async -> (Finding?, reducerCount: Int) {
    var reducerCount = 0
    for run in 0..<runs {
      // A run never suspends, and other tests need the threads too.
      await Task.yield()
      let seed = seed &+ UInt64(run)
      let plan = ExplorationPlan.random(seed: seed, length: length)
      let trace = system.run(plan, details: false)
      reducerCount += trace.reducerCount
      guard trace.failure != nil else { continue }
      // Only a run that fails is worth recording.
      let found = system.run(plan, details: true)
      var shrinker = ExplorationShrinker(system, found, seed: seed)
      shrinker.shrink()
      let finding = Finding(
        seed: seed, run: run + 1, stepCount: found.stepCount, shortest: shrinker.trace)
      return (finding, reducerCount)
    }
    return (nil, reducerCount)
  }
}

/// The property that a test explores.
enum ExploredProperty<State> {
  case state((State) throws -> Bool)
  case transition((_ before: State, _ action: any Action, _ after: State) throws -> Bool)

  var needsStateBefore: Bool {
    if case .transition = self { true } else { false }
  }

  /// Returns why the property doesn't hold, or `nil` if it does.
  @inline(__always)
  func problem(
    _ before: State?, _ action: any Action, _ after: State
  ) -> ExplorationTrace<State>.Reason? {
    do {
      let holds =
        switch self {
        case .state(let holds): try holds(after)
        case .transition(let holds): try holds(before ?? after, action, after)
        }
      return holds ? nil : .returnedFalse
    } catch {
      return .threw(error)
    }
  }
}

/// An action for the element with an ID, which an exploration generates.
///
/// ```swift
/// Addressed(Row.Action.toggled, to: \List.State.rows, id: random.element(of: state.rows.ids))
/// ```
///
/// For explorations alone: in a store, use `dispatch(_:to:id:)`.
public struct Addressed: Action {
  let target: TargetedAction
  private let text: String

  /// Creates an action for an element of the explored state.
  public init<State, Elements: ElementsByID>(
    _ action: some Action, to keyPath: any WritableKeyPath<State, Elements> & Sendable,
    id: Elements.ElementID,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    target = TargetedAction(action, to: keyPath, id: id, at: CallSite(file: file, line: line))
    let id = SwiftSource.expression(for: id) ?? "\(id)"
    text = ", to: \\\(State.self)\(KeyPathText.of(keyPath)), id: \(id)"
  }

  /// The action and the target as in the source.
  var source: String {
    (SwiftSource.expression(for: target.action) ?? TypeName.of(target.action)) + text
  }
}

extension Action {
  /// The action without its target.
  var withoutTarget: any Action {
    (self as? Addressed)?.target.action ?? (self as? TargetedAction)?.action ?? self
  }
}
