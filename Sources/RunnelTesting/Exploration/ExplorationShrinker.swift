// SPDX-License-Identifier: MIT

import Runnel
import RunnelShrinking

/// The search for the shortest and simplest run that fails.
///
/// Steps are removed first. Then the random choices of the remaining actions are lowered, and the
/// actions made from them again. Both repeat until nothing changes, since lower choices can make
/// further steps unnecessary. At last, short random runs can fail with fewer steps. The number of
/// steps is limited, not the time: a seed always leads to the same result.
struct ExplorationShrinker<State> {
  let exploration: ReducerExploration<State>
  /// The shortest failing run so far, with details.
  var trace: ExplorationTrace<State>
  let seed: UInt64
  var budget = 4_000_000

  private var steps: [ExplorationStep] { trace.steps }

  mutating func shrink() {
    repeat { reduceToFixpoint() } while findShorterRun()
    // Only a run of known steps has the state before the last one.
    _ = accept(steps)
  }

  private mutating func reduceToFixpoint() {
    var isChanged = true
    while isChanged, budget > 0 {
      removeSteps()
      isChanged = lowerChoices()
      if removePairs() { isChanged = true }
    }
  }

  private mutating func charged(_ trace: ExplorationTrace<State>) -> ExplorationTrace<State> {
    budget -= trace.stepCount
    return trace
  }

  /// Runs steps, which replace the present ones if they fail and aren't longer.
  private mutating func accept(_ candidate: [ExplorationStep]) -> Bool {
    let trace = charged(exploration.trace(repeating: candidate, details: true))
    guard trace.failure != nil, trace.steps.count <= steps.count else { return false }
    self.trace = trace
    return true
  }

  private mutating func removeSteps() {
    var search = DeltaDebugging.Search(steps)
    while budget > 0, let candidate = search.next() {
      let trace = charged(exploration.trace(repeating: candidate))
      search.report(trace.failure != nil)
    }
    _ = accept(search.elements)
  }

  /// Removes two steps at once, which cancel each other out.
  private mutating func removePairs() -> Bool {
    let limit = 24
    guard steps.count > 1, steps.count <= limit else { return false }
    var isChanged = false
    var last = steps.count - 1
    while last > 0 {
      for first in (0..<last).reversed() where budget > 0 {
        var candidate = steps
        candidate.remove(at: last)
        candidate.remove(at: first)
        if accept(candidate) {
          isChanged = true
          break
        }
      }
      last = min(last, steps.count) - 1
    }
    return isChanged
  }

  private mutating func findShorterRun() -> Bool {
    guard steps.count > 1 else { return false }
    var rest = min(5_000, budget)
    var number: UInt64 = 0
    while rest > 0 {
      // Apart from the seeds of an exploration, which begin at its own.
      number += 1
      let (seed, length) = (~seed &- number, steps.count - 1)
      let candidate = charged(exploration.randomTrace(seed: seed, length: length))
      rest -= candidate.stepCount
      guard candidate.failure != nil else { continue }
      let found = charged(exploration.randomTrace(seed: seed, length: length, details: true))
      guard found.failure != nil else { continue }
      self.trace = found
      return true
    }
    return false
  }

  private mutating func lowerChoices() -> Bool {
    var isChanged = false
    var index = 0
    while index < steps.count {
      var position = 0
      while index < steps.count, position < steps[index].choices.count {
        if lowerChoice(position, ofStep: index) { isChanged = true }
        position += 1
      }
      index += 1
    }
    return isChanged
  }

  /// Lowers a choice to the lowest number with which the run still fails, found by bisection.
  private mutating func lowerChoice(_ position: Int, ofStep index: Int) -> Bool {
    let original = steps[index].choices[position].value
    guard original > 0, budget > 0 else { return false }
    if setChoice(position, ofStep: index, to: 0) { return true }
    var passing: UInt64 = 0
    var isChanged = false
    while budget > 0, index < steps.count, position < steps[index].choices.count {
      let failing = steps[index].choices[position].value
      guard failing > passing + 1 else { break }
      let middle = passing + (failing - passing) / 2
      if setChoice(position, ofStep: index, to: middle) {
        isChanged = true
      } else {
        passing = middle
      }
    }
    return isChanged
  }

  /// Tries a lower choice in one action, in all actions with the same choice, and with all later
  /// actions made again, since these can depend on the state.
  private mutating func setChoice(_ position: Int, ofStep index: Int, to value: UInt64) -> Bool {
    let choice = steps[index].choices[position]
    var single = steps
    single[index].choices[position].value = value
    single[index].isRegenerated = true
    // At the same position, an equal choice usually has the same meaning.
    let similar = replacing(choice, with: value) { $0 == position }
    let equal = replacing(choice, with: value) { _ in true }
    var later = single
    for other in later.indices.dropFirst(index + 1) { later[other].isRegenerated = true }
    for candidate in [single, similar, equal, later] where accept(candidate) { return true }
    return false
  }

  /// Returns the steps with another number for all equal choices at some positions.
  private func replacing(
    _ choice: Choice, with value: UInt64, at isIncluded: (_ position: Int) -> Bool
  ) -> [ExplorationStep] {
    var replaced = steps
    for index in replaced.indices {
      for position in replaced[index].choices.indices
      where isIncluded(position) && replaced[index].choices[position] == choice {
        replaced[index].choices[position].value = value
        replaced[index].isRegenerated = true
      }
    }
    return replaced
  }
}
