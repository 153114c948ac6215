// SPDX-License-Identifier: MIT

/// Somebody who does a workload in one of its settings.
public struct Entrant: Sendable {
  /// Tells one entrant of a workload from the others.
  public struct ID: Hashable, Sendable {
    /// Who does it: `Runnel`, `floor`, or one of the other stores.
    public let contender: String
    /// In which setting: `100 observers`. Empty if there is only one.
    public let setting: String

    /// The id of a contender in a setting.
    public init(_ contender: String, _ setting: String = "") {
      self.contender = contender
      self.setting = setting
    }
  }

  /// Does one round: sets up, takes the time, sees to it that the outcome is right, and tears down.
  public typealias Round = @Sendable () throws -> Reading

  /// Who it is.
  public let id: ID
  /// The size of the setting: what a curve has on its horizontal axis.
  public let size: Int
  /// What it can do, or why it cannot.
  let ability: Ability

  enum Ability: Sendable {
    case round(Round)
    case unable(reason: String)
  }

  /// An entrant that does a round whenever asked.
  public init(_ contender: String, _ setting: String = "", size: Int, round: @escaping Round) {
    id = ID(contender, setting)
    self.size = size
    ability = .round(round)
  }

  /// An entrant that cannot do the workload, which the table says.
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
}

extension Entrant.ID: CustomStringConvertible {
  /// The name of the contender, and the setting if there is one.
  public var description: String { setting.isEmpty ? contender : "\(contender), \(setting)" }
}
