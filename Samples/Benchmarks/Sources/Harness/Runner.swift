// SPDX-License-Identifier: MIT

/// Measures workloads, with a turn for each entrant in each round.
public struct Runner: Sendable {
  /// The number of rounds, after one round to warm up.
  public let rounds: Int
  /// The longest time of a turn.
  ///
  /// A slower entrant is excluded, together with its larger sizes.
  public let patience: Duration?
  /// The function that runs before each turn.
  private let rest: @Sendable () -> Void

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - rounds: The number of rounds.
  ///   - patience: The longest time of a turn.
  ///   - rest: A function that runs before each turn. It waits for the remains of the previous
  ///     turn, such as idle threads and memory that is being freed.
  public init(
    rounds: Int,
    patience: Duration? = nil,
    rest: @escaping @Sendable () -> Void = {}
  ) {
    self.rounds = rounds
    self.patience = patience
    self.rest = rest
  }

  /// Measures all entrants of a workload.
  ///
  /// - Parameter workload: The workload to measure.
  /// - Returns: The readings, and the excluded entrants.
  /// - Throws: A ``WrongOutcome`` with the name of the entrant.
  public func measure(_ workload: Workload) throws -> Findings {
    var findings = Findings(workload: workload)
    let able = try warmUp(workload)
    findings.absences = able.absences
    for number in 0..<min(rounds, workload.mostRounds) {
      for entrant in Runner.order(able.entrants, inRound: number) {
        let reading = try run(entrant.round, of: entrant.id, in: workload)
        findings.readings[entrant.id, default: []].append(reading)
      }
    }
    return findings
  }

  /// Returns the order of the turns in a round.
  ///
  /// Each round begins with another element, and every second round is reversed. So no element
  /// always follows the same one.
  static func order<Element>(_ elements: [Element], inRound number: Int) -> [Element] {
    guard !elements.isEmpty else { return [] }
    let start = number % elements.count
    let rotated = Array(elements[start...] + elements[..<start])
    return number.isMultiple(of: 2) ? rotated : rotated.reversed()
  }

  private struct Able {
    var entrants: [(id: Entrant.ID, round: Entrant.Round)] = []
    var absences: [Entrant.ID: String] = [:]
  }

  /// Runs one round that does not count, and returns the entrants that can be measured.
  private func warmUp(_ workload: Workload) throws -> Able {
    var able = Able()
    var tooLarge: [String: Int] = [:]
    for entrant in workload.entrants {
      switch entrant.ability {
      case .unable(let reason):
        able.absences[entrant.id] = reason
      case .round(let round):
        if let limit = tooLarge[entrant.id.contender], entrant.size >= limit {
          able.absences[entrant.id] = "a smaller size takes too long already"
          continue
        }
        guard workload.warmsUp else {
          able.entrants.append((entrant.id, round))
          continue
        }
        let duration = try ContinuousClock().measure {
          _ = try run(round, of: entrant.id, in: workload)
        }
        if let patience, duration > patience {
          tooLarge[entrant.id.contender] = entrant.size
          able.absences[entrant.id] = "more than \(patience) a round"
        } else {
          able.entrants.append((entrant.id, round))
        }
      }
    }
    return able
  }

  private func run(
    _ round: Entrant.Round,
    of id: Entrant.ID,
    in workload: Workload
  ) throws -> Reading {
    rest()
    do {
      return try round()
    } catch let wrong as WrongOutcome {
      throw WrongOutcome("\(workload.name), \(id): \(wrong)")
    }
  }
}
