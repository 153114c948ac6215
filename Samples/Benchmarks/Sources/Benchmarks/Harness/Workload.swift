// SPDX-License-Identifier: MIT

struct Entrant: Sendable {
  struct ID: Hashable, Sendable, CustomStringConvertible {
    /// The contender, and the setting such as `100 observers`, empty if there is only one.
    let contender: String, setting: String

    init(_ contender: String, _ setting: String = "") {
      (self.contender, self.setting) = (contender, setting)
    }

    var description: String { setting.isEmpty ? contender : "\(contender), \(setting)" }
  }

  /// A function that runs one round: it sets up, measures, checks the outcome, and tears down.
  typealias Round = @Sendable () throws -> Reading

  let id: ID
  /// The size of the setting, for the horizontal axis of a curve.
  let size: Int
  let obstacle: String?
  let run: Round

  init(_ contender: String, _ setting: String = "", size: Int, round: @escaping Round) {
    (id, self.size, obstacle, run) = (ID(contender, setting), size, nil, round)
  }

  static func pair(
    _ setting: String = "", size: Int, runnel: @escaping Round, floor: @escaping Round
  ) -> [Entrant] {
    [
      Entrant("Runnel", setting, size: size, round: runnel),
      Entrant("floor", setting, size: size, round: floor),
    ]
  }

  init(_ contender: String, _ setting: String = "", size: Int, unableBecause reason: String) {
    (id, self.size, obstacle) = (ID(contender, setting), size, reason)
    run = { throw WrongOutcome(reason) }
  }
}

/// A task to measure, and its entrants.
///
/// All settings are measured side by side, so that any two entrants can be compared by round.
struct Workload: Sendable {
  /// The short name, which budgets and the command line use.
  let name: String
  let title: String
  var operation = "action"
  var entrants: [Entrant]
  /// The comparisons, in addition to those with the floor of the same setting.
  var budgets: [Budget] = []
  /// The number of rounds after which more would show nothing new.
  var mostRounds = Int.max
  /// Whether the first round doesn't count.
  var warmsUp = true
}

/// The limit of an entrant: an absolute value, or a ratio to another entrant.
struct Budget: Equatable, Sendable {
  let owner: Entrant.ID
  let quantity: Quantity
  /// The entrant that the limit is relative to, or `nil` for an absolute limit.
  let reference: Entrant.ID?
  /// The limit, or `nil` if the ratio is only recorded.
  let limit: Double?

  init(
    _ owner: Entrant.ID, _ quantity: Quantity = .time, against reference: Entrant.ID? = nil,
    atMost limit: Double? = nil
  ) {
    (self.owner, self.quantity, self.reference, self.limit) = (owner, quantity, reference, limit)
  }

  /// Creates a budget of Runnel relative to another contender in the same setting.
  init(
    _ setting: String = "", _ quantity: Quantity = .time, against contender: String,
    atMost limit: Double? = nil
  ) {
    self.init(.init("Runnel", setting), quantity, against: .init(contender, setting), atMost: limit)
  }
}

/// Measures workloads, with a turn for each entrant in each round.
struct Runner: Sendable {
  /// The number of rounds, after one round to warm up.
  let rounds: Int
  /// The longest time of a turn: a slower entrant is excluded, together with its larger sizes.
  var patience: Duration?
  /// Waits for the remains of the previous turn, such as idle threads and memory being freed.
  var rest: @Sendable () -> Void = {}

  func measure(_ workload: Workload) throws -> Findings {
    var findings = Findings(workload: workload)
    let able = try warmUp(workload, &findings.absences)
    for number in 0..<min(rounds, workload.mostRounds) {
      for entrant in Runner.order(able, inRound: number) {
        findings.readings[entrant.id, default: []].append(try run(entrant, in: workload))
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

  /// Runs one round that does not count, and returns the entrants that can be measured.
  private func warmUp(
    _ workload: Workload, _ absences: inout [Entrant.ID: String]
  ) throws -> [Entrant] {
    var tooLarge: [String: Int] = [:]
    return try workload.entrants.filter { entrant in
      absences[entrant.id] = entrant.obstacle
      if let limit = tooLarge[entrant.id.contender], entrant.size >= limit {
        absences[entrant.id] = "a smaller size takes too long already"
      }
      guard absences[entrant.id] == nil else { return false }
      guard workload.warmsUp else { return true }
      let duration = try ContinuousClock().measure { _ = try run(entrant, in: workload) }
      guard let patience, duration > patience else { return true }
      tooLarge[entrant.id.contender] = entrant.size
      absences[entrant.id] = "more than \(patience) a round"
      return false
    }
  }

  private func run(_ entrant: Entrant, in workload: Workload) throws -> Reading {
    rest()
    do {
      return try entrant.run()
    } catch let wrong as WrongOutcome {
      throw WrongOutcome("\(workload.name), \(entrant.id): \(wrong)")
    }
  }
}
