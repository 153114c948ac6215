// SPDX-License-Identifier: MIT

/// A process as it was when the system was sampled.
public struct Process: Identifiable, Equatable, Sendable {
  /// Tells a process from all others, also from a later one of the same number.
  public struct ID: Hashable, Sendable {
    /// The number of the process.
    public var number: Int32
    /// When it was started, in a unit of the sampler's.
    public var started: UInt64

    /// The process of this number that was started then.
    public init(number: Int32, started: UInt64 = 0) {
      self.number = number
      self.started = started
    }
  }

  /// What it is told apart by.
  public var id: ID
  /// What it calls itself, which may be anything.
  public var name: String
  /// Whose it is.
  public var user: String
  /// How busy it keeps the processor: 1 is all the time of one core.
  public var processorShare: Double
  /// How much memory it occupies, in bytes.
  public var memory: UInt64

  /// A process.
  public init(id: ID, name: String, user: String, processorShare: Double, memory: UInt64) {
    self.id = id
    self.name = name
    self.user = user
    self.processorShare = processorShare
    self.memory = memory
  }
}
