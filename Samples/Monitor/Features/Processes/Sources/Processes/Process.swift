// SPDX-License-Identifier: MIT

/// A process as it was when the system was sampled.
public struct Process: Identifiable, Codable, Equatable, Sendable {
  /// The identity of a process, which differs from that of a later process with the same number.
  public struct ID: Codable, Hashable, Sendable {
    /// The number of the process.
    public var number: Int32
    /// The time at which it started, in a unit that the sampler chooses.
    public var started: UInt64

    /// Creates the identity of a process.
    public init(number: Int32, started: UInt64 = 0) {
      self.number = number
      self.started = started
    }
  }

  /// The identity of the process.
  public var id: ID
  /// The name of the process, which can be any text.
  public var name: String
  /// The user of the process.
  public var user: String
  /// The processor time that it uses, where 1 is all the time of one core.
  public var processorShare: Double
  /// The memory that it occupies, in bytes.
  public var memory: UInt64

  /// Creates a process.
  public init(id: ID, name: String, user: String, processorShare: Double, memory: UInt64) {
    self.id = id
    self.name = name
    self.user = user
    self.processorShare = processorShare
    self.memory = memory
  }
}
