// SPDX-License-Identifier: MIT

import Runnel

/// The recent load of the processor and the memory.
///
/// It depends neither on the source of the numbers nor on the terminal. An app dispatches
/// ``Action/sampled(_:)`` and receives lines to draw.
public enum LoadFeature {
  /// The load at one time.
  public struct Sample: Codable, Equatable, Sendable {
    /// The load of the processor, from 0 to 1.
    public var processor: Double
    /// The memory in use, in bytes.
    public var memoryUsed: UInt64
    /// The total memory, in bytes.
    public var memoryTotal: UInt64

    /// Creates a sample.
    public init(processor: Double, memoryUsed: UInt64, memoryTotal: UInt64) {
      self.processor = processor
      self.memoryUsed = memoryUsed
      self.memoryTotal = memoryTotal
    }

    /// The share of the memory in use, from 0 to 1.
    public var memory: Double {
      memoryTotal == 0 ? 0 : Double(memoryUsed) / Double(memoryTotal)
    }
  }

  /// The samples, the newest last.
  public struct State: Codable, Equatable, Sendable {
    /// The most recent samples.
    public internal(set) var samples: [Sample] = []

    /// Creates a state without samples.
    public init() {}
  }

  /// An action of the load.
  public enum Action: Runnel.Action, Codable, Equatable { case sampled(Sample) }

  /// The number of samples that are stored and drawn, because more would slow down a terminal.
  public static let capacity = 60

  /// The reducer of the load.
  public static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .sampled(let sample):
      state.samples.append(sample)
      state.samples.removeFirst(max(0, state.samples.count - capacity))
    }
  }

  /// Shows the load until the returned pane is released.
  @MainActor public static func start(
    on store: Store<State>, show: @escaping ([Line]) -> Void
  ) -> LoadPane {
    let pane = LoadPane(show: show)
    pane.connect(to: store.scope(\.samples))
    return pane
  }
}
