// SPDX-License-Identifier: MIT

/// The runs of one exploration, up to the first that fails.
struct Exploration<System: ExploredSystem> {
  /// The findings of an exploration that failed.
  struct Finding {
    let seed: UInt64
    /// The number of the failing run, from one on.
    let run: Int
    /// The number of steps of the failing run, up to the failure.
    let stepCount: Int
    /// The shortest failing run that was found.
    let shortest: ExplorationTrace<System.State>
  }

  private let system: System
  private let runs: Int
  private let length: Int
  private let seed: UInt64

  init(_ system: System, runs: Int, length: Int, seed: UInt64) {
    self.system = system
    self.runs = runs
    self.length = length
    self.seed = seed
  }

  /// Explores, and fails the test if a run fails.
  nonisolated(nonsending)
    func run(at location: TestLocation) async
  {
    let library = TestLibrary.current
    guard let finding = await find() else { return }
    let message = ExplorationMessage.text(
      seed: finding.seed, run: finding.run, of: runs, stepCount: finding.stepCount,
      finding.shortest, initial: system.state,
      comparesStates: system.property.needsStateBefore)
    TestLibrary.fail(message, at: location, earlier: library)
  }

  /// Returns the first failing run after shrinking, or `nil` if no run fails.
  nonisolated(nonsending)
    func find() async -> Finding?
  {
    for run in 0..<max(runs, 0) {
      // Runs of a reducer never suspend, and other tests need the threads too.
      await Task.yield()
      let seed = seed &+ UInt64(run)
      let plan = ExplorationPlan.random(seed: seed, length: length)
      guard await system.run(plan, details: false).failure != nil else { continue }
      // Only a run that fails is worth recording.
      let found = await system.run(plan, details: true)
      var shrinker = ExplorationShrinker(system, found, seed: seed)
      await shrinker.shrink()
      return Finding(
        seed: seed, run: run + 1, stepCount: found.stepCount, shortest: shrinker.trace)
    }
    return nil
  }
}
