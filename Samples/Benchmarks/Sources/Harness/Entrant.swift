// SPDX-License-Identifier: MIT

/// A contender in one setting of a workload.
public struct Entrant: Sendable {
  /// The identity of an entrant within its workload.
  public struct ID: Hashable, Sendable {
    /// The contender: `Runnel`, `floor`, or one of the other stores.
    public let contender: String
    /// The setting, such as `100 observers`; empty if there is only one.
    public let setting: String

    /// Creates the ID of a contender in a setting.
    public init(_ contender: String, _ setting: String = "") {
      self.contender = contender
      self.setting = setting
    }
  }

  /// A function that runs one round: it sets up, measures, checks the outcome, and tears down.
  public typealias Round = @Sendable () throws -> Reading

  /// The identity of the entrant.
  public let id: ID
  /// The size of the setting, for the horizontal axis of a curve.
  public let size: Int
  /// The function that runs a round, or the reason why there is none.
  let ability: Ability

  enum Ability: Sendable {
    case round(Round)
    case unable(reason: String)
  }

  /// Creates an entrant.
  public init(_ contender: String, _ setting: String = "", size: Int, round: @escaping Round) {
    id = ID(contender, setting)
    self.size = size
    ability = .round(round)
  }

  /// Creates an entrant that cannot run the workload, with the reason for the table.
  public init(
    _ contender: String,
    _ setting: String = "",
    size: Int,
    unableBecause reason: String
  ) {
    id = ID(contender, setting)
    self.size = size
    ability = .unable(reason: reason)
  }

  /// The reason why the entrant cannot run the workload, if there is one.
  public var obstacle: String? {
    if case .unable(let reason) = ability { reason } else { nil }
  }

  /// Runs one round.
  public func run() throws -> Reading {
    switch ability {
    case .round(let round): return try round()
    case .unable(let reason): throw WrongOutcome("\(id) cannot run: \(reason)")
    }
  }
}

extension Entrant.ID: CustomStringConvertible {
  /// The name of the contender, and the setting if there is one.
  public var description: String { setting.isEmpty ? contender : "\(contender), \(setting)" }
}
