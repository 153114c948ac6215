// SPDX-License-Identifier: MIT

/// Measures workloads: all entrants of one in turn, round by round.
public struct Runner: Sendable {
  /// How many rounds count. One more comes before them, to warm up.
  public let rounds: Int
  /// How long a single round may take. Who takes longer is left out, and so are their larger sizes.
  public let patience: Duration?
  /// What comes between two turns.
  private let rest: @Sendable () -> Void

  /// A runner that gives everybody so many rounds.
  ///
  /// - Parameter rest: Called before each turn: waits until what the one before has left behind has gone, such
  ///   as threads that wait for more to do, and memory that is being given back.
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
  /// - Throws: A ``WrongOutcome`` that names the entrant whose outcome is wrong.
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

  /// Who comes after whom in a round: each round begins with another, and every second one goes
  /// backwards, so that nobody always comes after the same neighbour.
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

  /// One round of everybody, which does not count, and who is left after it.
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
